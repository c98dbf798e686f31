// SPDX-License-Identifier: GPL-2.0-only
/*
 * The size-first rule of every struct: short, long with a zero tail, long with
 * a non-zero tail, huge; unknown commands; the layout that both sides share.
 */
#include <errno.h>
#include <sys/ioctl.h>

#include "mbe_test.h"

_Static_assert(sizeof(struct mbe_query) == MBE_QUERY_SIZE_VER2, "query layout");
_Static_assert(sizeof(struct mbe_run) == MBE_RUN_SIZE_VER1, "run layout");
_Static_assert(sizeof(struct mbe_result) == MBE_RESULT_SIZE_VER1, "result layout");
_Static_assert(sizeof(struct mbe_phase) == 96, "phase layout");
_Static_assert(sizeof(struct mbe_bin) == 16, "bin layout");
_Static_assert(offsetof(struct mbe_query, single_bytes_max) == 88, "query words");
_Static_assert(offsetof(struct mbe_run, bytes) == 32, "run words");
_Static_assert(offsetof(struct mbe_run, cpus_ptr) == 96, "run pointers");
_Static_assert(offsetof(struct mbe_result, phase) == 112, "result phases");

#define TAIL_BYTES	64
#define BUFFER_BYTES	(2 * MBE_STRUCT_BYTES_MAX)

/* One struct of the ABI in a buffer that is larger than any version of it. */
FIXTURE(abi_struct) {
	struct mbe_session s;
	unsigned char *bytes;	/* the struct under test and its tail */
	__u32 *size;		/* its first member */
};

FIXTURE_VARIANT(abi_struct) {
	__u32 bytes;
	enum { QUERY, RUN, RESULT } which;
};

FIXTURE_VARIANT_ADD(abi_struct, query) { sizeof(struct mbe_query), QUERY };
FIXTURE_VARIANT_ADD(abi_struct, run) { sizeof(struct mbe_run), RUN };
FIXTURE_VARIANT_ADD(abi_struct, result) { sizeof(struct mbe_result), RESULT };

FIXTURE_SETUP(abi_struct)
{
	MBE_SESSION_SETUP(&self->s);
	self->s.run.iterations = 1;
	self->bytes = calloc(1, BUFFER_BYTES);
	ASSERT_NE(NULL, self->bytes);
	self->size = (__u32 *)self->bytes;
	if (variant->which == RUN)
		memcpy(self->bytes, &self->s.run, sizeof(self->s.run));
	if (variant->which == RESULT)
		self->s.run.result_ptr = (uintptr_t)self->bytes;
	*self->size = variant->bytes;
}

FIXTURE_TEARDOWN(abi_struct)
{
	free(self->bytes);
	mbe_session_close(&self->s);
}

static int submit(FIXTURE_DATA(abi_struct) *self,
		  const FIXTURE_VARIANT(abi_struct) *variant)
{
	void *arg = variant->which == RESULT ? (void *)&self->s.run : self->bytes;
	unsigned long cmd = variant->which == QUERY ? MBE_IOCTL_QUERY : MBE_IOCTL_RUN;

	return ioctl(self->s.fd, cmd, arg) ? errno : 0;
}

TEST_F(abi_struct, exact_size_is_accepted)
{
	ASSERT_EQ(0, submit(self, variant));
	EXPECT_EQ(variant->bytes, *self->size);
}

TEST_F(abi_struct, shorter_than_first_layout_is_refused)
{
	static const __u32 less[] = { 1, 4, 8 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(less); i++) {
		*self->size = variant->bytes - less[i];
		EXPECT_EQ(EINVAL, submit(self, variant));
	}
	for (*self->size = 0; *self->size <= 4; ++*self->size) {
		EXPECT_EQ(EINVAL, submit(self, variant));
	}
}

TEST_F(abi_struct, long_zero_tail_is_accepted_and_left_zero)
{
	unsigned int i;

	*self->size = variant->bytes + TAIL_BYTES;
	ASSERT_EQ(0, submit(self, variant));
	for (i = 0; i < TAIL_BYTES; i++) {
		EXPECT_EQ(0, self->bytes[variant->bytes + i]);
	}
}

TEST_F(abi_struct, longest_zero_tail_is_accepted)
{
	*self->size = MBE_STRUCT_BYTES_MAX;
	EXPECT_EQ(0, submit(self, variant));
}

TEST_F(abi_struct, longer_is_refused_whatever_it_holds)
{
	*self->size = MBE_STRUCT_BYTES_MAX + 1;
	EXPECT_EQ(E2BIG, submit(self, variant));
}

TEST_F(abi_struct, each_nonzero_tail_byte_is_refused)
{
	unsigned char before[BUFFER_BYTES];
	unsigned int i;

	*self->size = variant->bytes + TAIL_BYTES;
	for (i = 0; i < TAIL_BYTES; i++) {
		self->bytes[variant->bytes + i] = 1;
		memcpy(before, self->bytes, sizeof(before));
		EXPECT_EQ(E2BIG, submit(self, variant));
		EXPECT_EQ(0, memcmp(before, self->bytes, sizeof(before)));
		self->bytes[variant->bytes + i] = 0;
	}
}

TEST_F(abi_struct, size_beyond_memory_is_refused)
{
	*self->size = ~0u;
	EXPECT_EQ(E2BIG, submit(self, variant));
}

FIXTURE(abi_reserved) {
	struct mbe_session s;
};

FIXTURE_SETUP(abi_reserved)
{
	MBE_SESSION_SETUP(&self->s);
}

FIXTURE_TEARDOWN(abi_reserved)
{
	mbe_session_close(&self->s);
}

TEST_F(abi_reserved, each_byte_of_run)
{
	unsigned char *byte = (unsigned char *)&self->s.run.count_run;
	unsigned int i;

	for (i = 0; i < sizeof(self->s.run.count_run); i++) {
		byte[i] = 1;
		mbe_run_err(EINVAL, &self->s);
		byte[i] = 0;
	}
}

TEST_F(abi_reserved, each_byte_of_query)
{
	struct mbe_query query = { .size = sizeof(query) }, before;
	unsigned char *byte = (unsigned char *)&query.__reserved;
	unsigned int i;

	for (i = 0; i < sizeof(query.__reserved); i++) {
		byte[i] = 1;
		before = query;
		EXPECT_EQ(-1, ioctl(self->s.fd, MBE_IOCTL_QUERY, &query));
		EXPECT_EQ(EINVAL, errno);
		EXPECT_EQ(0, memcmp(&before, &query, sizeof(query)));
		byte[i] = 0;
	}
}

TEST_F(abi_reserved, result_as_it_comes_is_accepted)
{
	memset(&self->s.out, 0xff, sizeof(self->s.out));
	self->s.out.result.size = sizeof(struct mbe_result);
	EXPECT_EQ(0, ioctl(self->s.fd, MBE_IOCTL_RUN, &self->s.run));
}

TEST_F(abi_reserved, unknown_commands)
{
	EXPECT_EQ(-1, ioctl(self->s.fd, _IO(MBE_IOCTL_TYPE, 0x3f), &self->s.run));
	EXPECT_EQ(ENOTTY, errno);
	EXPECT_EQ(-1, ioctl(self->s.fd, _IO(MBE_IOCTL_TYPE, 0xff), &self->s.run));
	EXPECT_EQ(ENOTTY, errno);
	EXPECT_EQ(-1, ioctl(self->s.fd, _IO('e', _IOC_NR(MBE_IOCTL_RUN)), &self->s.run));
	EXPECT_EQ(ENOTTY, errno);
}

TEST_F(abi_reserved, only_type_and_number_select_the_command)
{
	unsigned int other = _IOC(_IOC_READ | _IOC_WRITE, MBE_IOCTL_TYPE,
				  _IOC_NR(MBE_IOCTL_QUERY), 8);

	EXPECT_EQ(0, ioctl(self->s.fd, other, &self->s.query));
}

TEST_HARNESS_MAIN
