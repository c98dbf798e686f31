// SPDX-License-Identifier: GPL-2.0-only
/* Call chains as the tree that d3-flame-graph draws, and the page around it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "flame.h"
#include "json.h"
#include "sys.h"

#define PLACE		"@flamegraph_json"
/* Widths of a differential page: millionths of the side's sum. */
#define WHOLE		1000000.0

struct node {
	const char *name;		/* @length of it */
	size_t length;
	uint64_t weight[2];		/* of A and B, with all below */
	struct node *child, *next;
};

static struct node *child_of(struct node *parent, const char *name, size_t length)
{
	struct node **place = &parent->child;

	for (; *place; place = &(*place)->next)
		if ((*place)->length == length && !memcmp((*place)->name, name, length))
			return *place;
	*place = db_alloc(sizeof(**place));
	**place = (struct node){ .name = name, .length = length };
	return *place;
}

static void grow(struct node *root, const struct db_stacks *stacks, int side)
{
	struct node *node;
	const char *name;
	size_t i, n;

	for (i = 0; stacks && i < stacks->count; i++) {
		node = root;
		node->weight[side] += stacks->item[i].weight;
		for (name = stacks->item[i].chain; ; name += n + 1) {
			n = strcspn(name, ";");
			node = child_of(node, name, n);
			node->weight[side] += stacks->item[i].weight;
			if (!name[n])
				break;
		}
	}
}

static void fell(struct node *node)
{
	struct node *next;

	for (node = node->child; node; node = next) {
		next = node->next;
		fell(node);
		free(node);
	}
}

struct view {
	const struct db_flame_page *page;
	int differential, side;		/* whose widths */
	double sum[2];
};

static double share(const struct view *view, const struct node *node, int side)
{
	return view->sum[side] ? WHOLE * node->weight[side] / view->sum[side] : 0;
}

/* What only serves has its caller's colour. */
static struct json_object *tree(const struct view *view, const struct node *node, int group)
{
	struct json_object *json = json_object_new_object(), *children;
	char *name = db_printf("%.*s", (int)node->length, node->name);
	int own = db_hot_group_under(view->page->groups, name, group);

	db_json_text(json, "name", name);
	db_json_count(json, "group", own);
	if (view->differential) {
		db_json_number(json, "value", share(view, node, view->side));
		db_json_number(json, "delta", share(view, node, 1) - share(view, node, 0));
	} else {
		db_json_count(json, "value", node->weight[0]);
	}
	free(name);
	children = json_object_new_array();
	for (node = node->child; node; node = node->next)
		if (node->weight[view->side])
			json_object_array_add(children, tree(view, node, own));
	json_object_object_add(json, "children", children);
	return json;
}

static void add_view(struct json_object *views, const struct view *view, const struct node *root,
		     const char *name)
{
	struct json_object *json = json_object_new_object();

	db_json_text(json, "name", name);
	json_object_object_add(json, "tree", tree(view, root, DB_HOT_REST));
	json_object_array_add(views, json);
}

static struct json_object *views_of(const struct db_flame_page *page)
{
	struct json_object *views = json_object_new_array();
	struct node root = { .name = "all", .length = 3 };
	struct view view = { .page = page, .differential = !!page->b };

	grow(&root, page->a, 0);
	grow(&root, page->b, 1);
	view.sum[0] = root.weight[0];
	view.sum[1] = root.weight[1];
	if (page->b) {
		view.side = 1;
		add_view(views, &view, &root, "widths of B");
		view.side = 0;
		add_view(views, &view, &root, "widths of A");
	} else {
		add_view(views, &view, &root, "all");
	}
	fell(&root);
	return views;
}

static struct json_object *texts(const char *const *names, size_t count)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = 0; i < count; i++)
		json_object_array_add(list, json_object_new_string(names[i]));
	return list;
}

static struct json_object *data_of(const struct db_flame_page *page)
{
	struct json_object *data = json_object_new_object(), *notes = json_object_new_array();
	size_t i;

	for (i = 0; i < page->notes->count; i++)
		json_object_array_add(notes, json_object_new_string(page->notes->item[i].text));
	db_json_text(data, "title", page->title);
	db_json_text(data, "unit", page->unit);
	db_json_flag(data, "differential", !!page->b);
	json_object_object_add(data, "notes", notes);
	json_object_object_add(data, "groups", texts(db_hot_names, DB_HOT_GROUPS));
	db_json_text(data, "table", page->table);
	json_object_object_add(data, "views", views_of(page));
	return data;
}

/* Within a script: what could end it or begin a comment is written as its number. */
static void print_escaped(const char *text, FILE *out)
{
	for (; *text; text++)
		if (strchr("<>&", *text))
			fprintf(out, "\\u%04x", (unsigned char)*text);
		else
			fputc(*text, out);
}

int db_flame_write(const struct db_flame_page *page, const char *template, FILE *out,
		   struct db_err *err)
{
	char *text = db_read_file(template, NULL), *place;
	struct json_object *data;

	if (!text)
		return db_err_set(err, DB_FAILED,
				  "%s: %s; it is the page that is filled in, scripts/make-flamegraph-page makes it",
				  template, strerror(errno));
	place = strstr(text, PLACE);
	if (!place) {
		free(text);
		return db_err_set(err, DB_FAILED,
				  "%s: no page to be filled in, as it has no " PLACE "; scripts/make-flamegraph-page makes one",
				  template);
	}
	data = data_of(page);
	fwrite(text, 1, place - text, out);
	print_escaped(json_object_to_json_string_ext(data, JSON_C_TO_STRING_PLAIN |
						     JSON_C_TO_STRING_NOSLASHESCAPE), out);
	fputs(place + strlen(PLACE), out);
	json_object_put(data);
	free(text);
	return DB_OK;
}
