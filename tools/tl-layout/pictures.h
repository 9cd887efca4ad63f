/* pictures.h - Pictures that are asked for: one as SVG, or all in a page. */
#ifndef TL_LAYOUT_PICTURES_H
#define TL_LAYOUT_PICTURES_H

#include "command.h"
#include "tl/picture.h"

typedef tl_code (*tl_draw)(const void *context, const tl_picture *picture,
                           tl_error *error);

/* A picture and its title; TL_PICTURES_END behind the last one. */
typedef struct tl_drawn {
  tl_draw draw;
  const char *title;
} tl_drawn;

/* --svg writes the first one under the title of them all, --html a page of all;
 * nothing where one cannot be drawn, which is reported. */
tl_status tl_pictures_print(const tl_arguments *arguments, const char *title,
                            const tl_drawn *pictures, const void *context);

/* Where two outputs are asked for, or an option without the picture that it is
 * of: TL_STATUS_USAGE, reported. */
tl_status tl_pictures_check(const char *command, const tl_arguments *arguments);

#endif /* TL_LAYOUT_PICTURES_H */
