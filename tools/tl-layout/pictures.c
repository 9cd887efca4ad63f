/* pictures.c - see pictures.h. */
#include "pictures.h"

static tl_code write_page(const tl_arguments *arguments, const char *title,
                          const tl_drawn *pictures, const void *context,
                          tl_writer to, tl_error *error) {
  tl_page page = {.to = to};
  tl_page_open(&page, title);
  for (; pictures->draw; pictures++) {
    tl_picture picture = tl_page_open_picture(&page, pictures->title);
    picture.all = arguments->all;
    picture.hint = "; --all draws them";
    TL_TRY(pictures->draw(context, &picture, error));
    tl_page_close_picture(&page);
  }
  tl_page_close(&page);
  return TL_OK;
}

tl_status tl_pictures_print(const tl_arguments *arguments, const char *title,
                            const tl_drawn *pictures, const void *context) {
  bool is_page = arguments->html != NULL;
  tl_error error;
  tl_buffer text = {0};
  tl_writer to = tl_buffer_writer(&text);
  tl_picture alone = {.to = to,
                      .title = title,
                      .all = arguments->all,
                      .hint = "; --all draws them"};
  tl_code code =
      is_page ? write_page(arguments, title, pictures, context, to, &error)
              : pictures->draw(context, &alone, &error);
  tl_status status = tl_report_code(
      code, arguments->count == 1 ? arguments->items[0] : NULL, &error);
  if (status == TL_STATUS_OK)
    status = tl_print_file(is_page ? arguments->html : arguments->svg, &text);
  tl_buffer_free(&text);
  return status;
}

tl_status tl_pictures_check(const char *command,
                            const tl_arguments *arguments) {
  bool is_svg = arguments->svg != NULL, is_html = arguments->html != NULL;
  const struct {
    bool is_asked;
    const char *option;
  } OUTPUTS[] = {{arguments->compact, "compact"},
                 {arguments->ascii, "ascii"},
                 {arguments->latex, "latex"},
                 {is_svg, "svg"},
                 {is_html, "html"},
                 {arguments->json, "json"}};
  const char *first = NULL;
  for (size_t i = 0; i < sizeof OUTPUTS / sizeof *OUTPUTS; i++) {
    if (!OUTPUTS[i].is_asked)
      continue;
    if (first)
      return tl_report(command, "'--%s' and '--%s' are two outputs", first,
                       OUTPUTS[i].option);
    first = OUTPUTS[i].option;
  }
  if (arguments->by_thread && !arguments->svg)
    return tl_report(command, "'--by-thread' needs the option '--svg'");
  return TL_STATUS_OK;
}
