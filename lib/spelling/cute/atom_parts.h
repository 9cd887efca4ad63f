/* atom_parts.h - The parts of the name of an MMA atom.
 *
 * A name is ARCHITECTURE_MxNxK_TYPES_SUFFIX; the types are those of D, A, B and
 * C, or of D, A and B where C is D, and some names have none.  Namespaces and
 * template arguments are left out.
 *
 *   SM80_16x8x16_F32F16F16F32_TN -> SM80, 16x8x16, F32 F16 F16 F32, TN */
#ifndef TL_ATOM_PARTS_H
#define TL_ATOM_PARTS_H

#include "atom_name.h"

/* Types and suffixes are bits, to be elements of sets. */
enum {
  F16 = 1 << 0,
  F32 = 1 << 1,
  F64 = 1 << 2,
  BF16 = 1 << 3,
  TF32 = 1 << 4,
  C64 = 1 << 5,
  GC64 = 1 << 6,
  S32 = 1 << 7,
  S8 = 1 << 8,
  U8 = 1 << 9,
  S4 = 1 << 10,
  U4 = 1 << 11,
  U1 = 1 << 12,
  E4M3 = 1 << 13,
  E5M2 = 1 << 14,
};
enum {
  TN = 1 << 0,
  NT = 1 << 1,
  NN = 1 << 2,
  TT = 1 << 3,
  TN_SATURATE = 1 << 4,
  TN_XORPOPC = 1 << 5,
  TN_ANDPOPC = 1 << 6,
  SS = 1 << 7,
  RS = 1 << 8,
  SS_TN = 1 << 9,
  RS_TN = 1 << 10,
  SS_TN_SATURATE = 1 << 11,
  RS_TN_SATURATE = 1 << 12,
  TN_VS = 1 << 13,
};

typedef enum atom_part {
  ATOM_ARCHITECTURE,
  ATOM_SHAPE,
  ATOM_TYPES,
  ATOM_SUFFIX,
  ATOM_PARTS, /* how many */
} atom_part;

typedef struct atom_parts {
  atom_text text[ATOM_PARTS];
  int64_t m, n, k;
  int type_count;    /* 0 when the text is not all types */
  unsigned types[4]; /* D, A, B and C */
  unsigned suffix;   /* 0 when it is not known */
} atom_parts;

/* False when there is no architecture or shape. */
bool tl_cute_atom_read_parts(atom_text name, atom_parts *out);

/* Append a set: S8/U8, and TN, TN_SATURATE. */
void tl_cute_atom_append_types(atom_line *line, unsigned set);
void tl_cute_atom_append_suffixes(atom_line *line, unsigned set);

#endif /* TL_ATOM_PARTS_H */
