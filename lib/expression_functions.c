/* expression_functions.c - see expression_functions.h.
 *
 * A row names a function, the kind of its result and its parameters; the
 * parser binds and checks arguments by the row, so that the statics below only
 * call the library. */
#include "expression_functions.h"
#include "tl/copy_plan.h"
#include <string.h>

#define EVALUATOR(name)                                                        \
  static tl_code name(const tl_value *a, tl_value *out, tl_error *error)

EVALUATOR(make_swizzle) {
  return tl_swizzle_create(a[0].as.integer, a[1].as.integer, a[2].as.integer,
                           &out->as.swizzle, error);
}

static const tl_list *optional_list(const tl_value *argument) {
  return argument->kind == TL_KIND_LIST ? &argument->as.list : NULL;
}

EVALUATOR(make_register) {
  tl_register fields = {a[0].as.list, a[1].as.list, a[2].as.list, a[3].as.list};
  return tl_register_create(&fields, &out->as.reg, error);
}

EVALUATOR(spatial) {
  return tl_register_spatial(&a[0].as.list, optional_list(&a[1]), &out->as.reg,
                             error);
}

EVALUATOR(local) {
  return tl_register_local(&a[0].as.list, optional_list(&a[1]), &out->as.reg,
                           error);
}

EVALUATOR(column_spatial) {
  return tl_register_column_spatial(&a[0].as.list, &out->as.reg, error);
}

EVALUATOR(column_local) {
  return tl_register_column_local(&a[0].as.list, &out->as.reg, error);
}

EVALUATOR(compose) {
  return tl_register_compose(&a[0].as.reg, &a[1].as.reg, &out->as.reg, error);
}

EVALUATOR(reduce) {
  bool keep = a[2].kind == TL_KIND_INTEGER && a[2].as.integer != 0;
  return tl_register_reduce(&a[0].as.reg, &a[1].as.list, keep, &out->as.reg,
                            error);
}

EVALUATOR(make_shared) {
  tl_shared fields = {a[0].as.list, a[1].as.list, a[2].as.list, {0, 0, 0}};
  if (a[3].kind == TL_KIND_SWIZZLE)
    fields.swizzle = a[3].as.swizzle;
  return tl_shared_create(&fields, &out->as.shared, error);
}

EVALUATOR(shared_row_major) {
  return tl_shared_row_major(&a[0].as.list, &out->as.shared, error);
}

EVALUATOR(shared_column_major) {
  return tl_shared_column_major(&a[0].as.list, &out->as.shared, error);
}

EVALUATOR(shared_compose) {
  return tl_shared_compose(&a[0].as.shared, &a[1].as.shared, &out->as.shared,
                           error);
}

EVALUATOR(shared_apply_swizzle) {
  return tl_shared_apply_swizzle(&a[0].as.shared, &a[1].as.swizzle,
                                 &out->as.shared, error);
}

EVALUATOR(shared_row_major_swizzle) {
  return tl_shared_row_major_swizzle(&a[0].as.list, a[1].as.integer,
                                     &out->as.shared, error);
}

EVALUATOR(copy_vector) {
  return tl_copy_widest_vector(&a[0].as.layout, &a[1].as.layout,
                               a[2].as.integer, &out->as.integer, error);
}

#define INTEGER TL_KIND_INTEGER
#define LIST TL_KIND_LIST
#define SWIZZLE TL_KIND_SWIZZLE
#define REGISTER TL_KIND_REGISTER
#define SHARED TL_KIND_SHARED
#define LAYOUT TL_KIND_LAYOUT

static const function FUNCTIONS[] = {
    {"swizzle",
     SWIZZLE,
     {{"base", INTEGER, 0}, {"bits", INTEGER, 0}, {"shift", INTEGER, 0}},
     make_swizzle},

    {"register",
     REGISTER,
     {{"shape", LIST, 0},
      {"mode_shape", LIST, 0},
      {"spatial_modes", LIST, 0},
      {"local_modes", LIST, 0}},
     make_register},
    {"spatial",
     REGISTER,
     {{"shape", LIST, REST}, {"ranks", LIST, OPTIONAL}},
     spatial},
    {"local",
     REGISTER,
     {{"shape", LIST, REST}, {"ranks", LIST, OPTIONAL}},
     local},
    {"repeat", /* the name the Tilus documentation has for local */
     REGISTER,
     {{"shape", LIST, REST}, {"ranks", LIST, OPTIONAL}},
     local},
    {"column_spatial", REGISTER, {{"shape", LIST, REST}}, column_spatial},
    {"column_local", REGISTER, {{"shape", LIST, REST}}, column_local},
    {"column_repeat", REGISTER, {{"shape", LIST, REST}}, column_local},
    {"compose",
     REGISTER,
     {{"outer", REGISTER, 0}, {"inner", REGISTER, 0}},
     compose},
    {"reduce",
     REGISTER,
     {{"layout", REGISTER, 0},
      {"dims", LIST, 0},
      {"keepdims", INTEGER, OPTIONAL}},
     reduce},

    {"shared",
     SHARED,
     {{"shape", LIST, 0},
      {"mode_shape", LIST, 0},
      {"mode_strides", LIST, 0},
      {"swizzle", SWIZZLE, OPTIONAL}},
     make_shared},
    {"shared_row_major", SHARED, {{"shape", LIST, REST}}, shared_row_major},
    {"shared_column_major",
     SHARED,
     {{"shape", LIST, REST}},
     shared_column_major},
    {"shared_compose",
     SHARED,
     {{"outer", SHARED, 0}, {"inner", SHARED, 0}},
     shared_compose},
    {"shared_apply_swizzle",
     SHARED,
     {{"layout", SHARED, 0}, {"swizzle", SWIZZLE, 0}},
     shared_apply_swizzle},
    {"shared_row_major_swizzle",
     SHARED,
     {{"shape", LIST, 0}, {"nbytes", INTEGER, 0}},
     shared_row_major_swizzle},

    {"copy_vector",
     INTEGER,
     {{"fragment", LAYOUT, 0}, {"memory", LAYOUT, 0}, {"bits", INTEGER, 0}},
     copy_vector},
};

const char *tl_family_constructor(tl_kind family) {
  static const char *const NAMES[TL_KIND_COUNT] = {
      [TL_KIND_REGISTER] = "register",
      [TL_KIND_SHARED] = "shared",
  };
  return NAMES[family];
}

static bool is_text(const char *name, const char *text, size_t length) {
  return strlen(name) == length && memcmp(name, text, length) == 0;
}

static bool is_named(const function *row, const char *name, size_t length,
                     tl_kind family) {
  if (is_text(row->name, name, length))
    return true;
  const char *prefix = tl_family_constructor(family);
  size_t skipped = prefix ? strlen(prefix) : 0;
  return row->result == family && skipped &&
         strncmp(row->name, prefix, skipped) == 0 &&
         row->name[skipped] == '_' &&
         is_text(row->name + skipped + 1, name, length);
}

const function *tl_function_named(const char *name, size_t length,
                                  tl_kind family) {
  const function *found = NULL;
  for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++)
    if (is_named(&FUNCTIONS[i], name, length, family) &&
        (!found || FUNCTIONS[i].result == family))
      found = &FUNCTIONS[i];
  return found;
}
