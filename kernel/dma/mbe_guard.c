// SPDX-License-Identifier: GPL-2.0-only
/*
 * What lies around a buffer: the rest of its pages and the guard pages, all with
 * a pattern that tells its own place.
 */
#include <linux/highmem.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/string.h>

#include "mbe_session.h"

int mbe_breathe(void)
{
	cond_resched();
	return fatal_signal_pending(current) ? -EINTR : 0;
}

/*
 * Never 0, which is what lost memory often holds. Moved by less than 16 MiB it
 * differs nearly everywhere: 256 bytes, a bounce slot or a page too far is seen.
 */
static u8 pattern(s64 offset)
{
	u32 at = offset;

	return 1 + (at * 7 + (at >> 8) * 59 + (at >> 16) * 31) % 255;
}

/* Part of a page that belongs to the buffer: @from up to @to. */
struct part {
	s64 offset;		/* of the page, from the buffer's first byte on */
	unsigned int from;
	unsigned int to;
};

static struct part part_of(const struct mbe_buffer *buffer, unsigned int index)
{
	struct part part = {
		.offset = ((s64)index << PAGE_SHIFT) - mbe_buffer_lead(buffer),
	};

	part.from = clamp_t(s64, -part.offset, 0, PAGE_SIZE);
	part.to = clamp_t(s64, (s64)buffer->bytes - part.offset, 0, PAGE_SIZE);
	return part;
}

static void lay(u8 *page, const struct part *part)
{
	unsigned int i;

	for (i = 0; i < part->from; i++)
		page[i] = pattern(part->offset + i);
	memset(page + part->from, 0, part->to - part->from);
	for (i = part->to; i < PAGE_SIZE; i++)
		page[i] = pattern(part->offset + i);
}

int mbe_guard_lay(struct mbe_buffer *buffer)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < buffer->page_count; i++) {
		struct part part = part_of(buffer, i);
		u8 *page = kmap_local_page(buffer->pages[i]);

		lay(page, &part);
		kunmap_local(page);
		ret = mbe_breathe();
	}
	return ret;
}

/* Return: place of the first wrong byte in the page, or PAGE_SIZE. */
static unsigned int first_wrong(const u8 *page, const struct part *part)
{
	unsigned int i;

	for (i = 0; i < part->from; i++)
		if (page[i] != pattern(part->offset + i))
			return i;
	for (i = part->to; i < PAGE_SIZE; i++)
		if (page[i] != pattern(part->offset + i))
			return i;
	return PAGE_SIZE;
}

int mbe_guard_check(const struct mbe_buffer *buffer,
		    struct mbe_cpu_access *access)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && !access->mismatch && i < buffer->page_count; i++) {
		struct part part = part_of(buffer, i);
		const u8 *page = kmap_local_page(buffer->pages[i]);
		unsigned int at = first_wrong(page, &part);

		if (at < PAGE_SIZE) {
			access->mismatch = 1;
			access->mismatch_value = page[at];
			access->mismatch_offset = part.offset + at;
		}
		kunmap_local(page);
		ret = mbe_breathe();
	}
	return ret;
}
