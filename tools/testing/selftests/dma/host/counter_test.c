// SPDX-License-Identifier: GPL-2.0-only
/*
 * A counter file with call chains: read over when they are well formed, and
 * refused as a whole when one is not, though the seal fits.
 */
#include "kselftest_harness.h"
#include "counter.h"
#include "helper.h"
#include "sha256.h"
#include "sys.h"

#define HEAD	"dma-bench-counts 1\ntarget aarch64\nstray 0\ncounters insn dc_cvac\n"
#define PHASE	"run 1\nphase 1 operations 2 disturbed 0\ncount dc_cvac 4 2 2\n"

FIXTURE(counter) {
	struct db_counter_file file;
	struct db_err err;
};

FIXTURE_SETUP(counter)
{
	memset(self, 0, sizeof(*self));
	machine_make();
}

FIXTURE_TEARDOWN(counter)
{
	db_counter_free(&self->file);
	machine_drop();
}

/* Seals and reads @body, which it takes over. */
static int read_sealed(struct db_counter_file *file, char *body, struct db_err *err)
{
	char digest[DB_SHA256_ROOM], *text;

	db_sha256(body, strlen(body), digest);
	text = db_printf("%ssha256 %s\n", body, digest);
	machine_write("/c.txt", text);
	free(text);
	free(body);
	return db_counter_read(file, machine_path("/c.txt"), err);
}

TEST_F(counter, chains_are_read_over)
{
	ASSERT_EQ(DB_OK, read_sealed(&self->file, db_strdup(HEAD PHASE
		  "stack dc_cvac 3 ffff800080001008;ffff800080002010\n"
		  "stack dc_cvac 1 ff\nend 1\n"), &self->err))
		TH_LOG("%s", self->err.text);
	ASSERT_EQ(1, self->file.count);
	ASSERT_EQ(1, self->file.run[0].count);
	EXPECT_EQ(4, self->file.run[0].phase[0].counter[1].sum);
}

/* Of the whole machine: no result takes it. */
TEST_F(counter, windows_are_read_over)
{
	ASSERT_EQ(DB_OK, read_sealed(&self->file, db_strdup(HEAD PHASE
		  "end 1\nwindow 16\ntotal insn 4000\ntotal swiotlb_bounce/64/2 1\n"
		  "window 17 open\n"),
		  &self->err))
		TH_LOG("%s", self->err.text);
	ASSERT_EQ(1, self->file.count);
	EXPECT_EQ(DB_FAILED, read_sealed(&self->file, db_strdup(HEAD "window 1 shut\n"),
					 &self->err));
	EXPECT_EQ(DB_FAILED, read_sealed(&self->file, db_strdup(HEAD "total insn\n"),
					 &self->err));
}

TEST_F(counter, a_chain_outside_a_phase)
{
	EXPECT_EQ(DB_FAILED, read_sealed(&self->file, db_strdup(HEAD
		  "run 1\nstack dc_cvac 1 ff\nend 1\n"), &self->err));
	EXPECT_NE(NULL, strstr(self->err.text, "line 6: 'stack dc_cvac 1 ff' does not belong"))
		TH_LOG("%s", self->err.text);
}

TEST_F(counter, a_malformed_chain)
{
	static const char *const chain[] = {
		"", "dc_cvac", "dc_cvac 1", "dc_cvac 0 ff", "dc_cvac x ff",
		"other 1 ff", "dc_cvac 1 ff;", "dc_cvac 1 ;ff", "dc_cvac 1 ff;;ff",
		"dc_cvac 1 ff ff", "dc_cvac 1 0x1", "dc_cvac 1 11112222333344445",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(chain); i++) {
		EXPECT_EQ(DB_FAILED, read_sealed(&self->file, db_printf(HEAD PHASE
			  "stack %s\nend 1\n", chain[i]), &self->err))
			TH_LOG("'%s'", chain[i]);
		EXPECT_NE(NULL, strstr(self->err.text, "line 8: "))
			TH_LOG("%s", self->err.text);
	}
}

TEST_HARNESS_MAIN
