// SPDX-License-Identifier: GPL-2.0-only
/*
 * Life of a session: an open file with its buffers and mappings.
 *
 * A file may outlive the binding. The mappings go with the device, from the
 * driver's remove; the buffers stay until the file closes.
 */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

#include "mbe_session.h"

/* The file opens. Return: NULL without memory. */
struct mbe_session *mbe_session_new(struct mbe_bench *bench)
{
	struct mbe_session *session = kzalloc(sizeof(*session), GFP_KERNEL);

	if (!session)
		return NULL;
	mbe_bench_get(bench);
	session->bench = bench;
	mutex_init(&session->lock);
	xa_init_flags(&session->buffers, XA_FLAGS_ALLOC1);
	xa_init_flags(&session->mappings, XA_FLAGS_ALLOC1);
	mutex_lock(&bench->life);
	list_add(&session->link, &bench->sessions);
	mutex_unlock(&bench->life);
	return session;
}

/*
 * Under the bench's @life, so the device is bound, or was left before; then
 * there is nothing to do.
 */
void mbe_session_leave_device(struct mbe_session *session)
{
	mutex_lock(&session->lock);
	mbe_mappings_undo(session);
	mbe_settings_give_back(session);
	mutex_unlock(&session->lock);
}

void mbe_session_end(struct mbe_session *session)
{
	struct mbe_bench *bench = session->bench;

	mutex_lock(&bench->life);
	list_del(&session->link);
	mbe_session_leave_device(session);
	mutex_unlock(&bench->life);

	mbe_buffers_free(session);
	xa_destroy(&session->mappings);
	xa_destroy(&session->buffers);
	mutex_destroy(&session->lock);
	kfree(session);
	mbe_bench_put(bench);
}

/* Killable: another thread's transfer by the edu device may take a minute. */
int mbe_session_begin(struct mbe_session *session)
{
	if (mutex_lock_killable(&session->lock))
		return -EINTR;
	if (!READ_ONCE(session->bench->dead))
		return 0;
	mutex_unlock(&session->lock);
	return -ENODEV;
}

void mbe_session_done(struct mbe_session *session)
{
	mutex_unlock(&session->lock);
}

static int may_map(const struct mbe_session *session)
{
	const struct mbe_bench *bench = session->bench;

	if (bench->dead)
		return -ENODEV;
	if (bench->owner && bench->owner != session)
		return -EBUSY;
	if (!list_empty(&bench->runs) &&
	    dma_get_mask(bench->dev) != bench->own_mask)
		return -EBUSY;
	return session->mapped < MBE_MAPPINGS_MAX ? 0 : -ENOBUFS;
}

int mbe_session_claim(struct mbe_session *session)
{
	struct mbe_bench *bench = session->bench;
	int ret;

	mutex_lock(&bench->lock);
	ret = may_map(session);
	if (!ret) {
		session->mapped++;
		bench->mapped++;
	}
	mutex_unlock(&bench->lock);
	return ret;
}

void mbe_session_unclaim(struct mbe_session *session)
{
	struct mbe_bench *bench = session->bench;

	mutex_lock(&bench->lock);
	session->mapped--;
	bench->mapped--;
	mutex_unlock(&bench->lock);
}
