/* whole_file.c - see whole_file.h. */
#define _POSIX_C_SOURCE 200809L
#include "whole_file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *part_of(const char *path) {
  static const char ENDING[] = ".part";
  size_t length = strlen(path);
  char *part = malloc(length + sizeof ENDING);
  if (part) {
    memcpy(part, path, length);
    memcpy(part + length, ENDING, sizeof ENDING);
  }
  return part;
}

/* Who may read and write it stays as it is. */
static FILE *open_part(const char *part, mode_t mode) {
  int number = open(part, O_WRONLY | O_CREAT | O_TRUNC, mode);
  FILE *stream = number < 0 ? NULL : fdopen(number, "wb");
  if (number >= 0 && !stream)
    close(number);
  return stream;
}

tl_whole_file tl_whole_file_open(const char *path) {
  struct stat facts = {.st_mode = S_IFREG | 0666};
  tl_whole_file file = {.path = path};
  bool is_there = lstat(path, &facts) == 0;
  if (!S_ISREG(facts.st_mode)) {
    file.stream = fopen(path, "wb");
  } else if (!is_there || access(path, W_OK) == 0) {
    file.part = part_of(path);
    file.stream = file.part ? open_part(file.part, facts.st_mode & 0777) : NULL;
  }
  return file;
}

/* 0, or why not all is written: errno is of the last write that failed. */
static int finish(tl_whole_file *file) {
  int reason = !ferror(file->stream) ? 0 : errno ? errno : EIO;
  if (fclose(file->stream) != 0)
    reason = errno;
  if (file->part && !reason && rename(file->part, file->path) != 0)
    reason = errno;
  if (file->part && reason)
    unlink(file->part);
  return reason;
}

bool tl_whole_file_close(tl_whole_file *file) {
  int reason = file->stream ? finish(file) : errno;
  free(file->part);
  *file = (tl_whole_file){.path = NULL};
  errno = reason;
  return !reason;
}
