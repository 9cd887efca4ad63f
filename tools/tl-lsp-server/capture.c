/* capture.c - What a function prints, from a process of its own, which neither
 * its errors nor the time that it takes can do harm. */
#include "answer.h"
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SECONDS = 5 };

static void print_into(int file, int (*print)(const void *context),
                       const void *context) {
  int nowhere = open("/dev/null", O_WRONLY);
  dup2(file, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  alarm(MOST_SECONDS);
  int status = print(context);
  fflush(stdout);
  _exit(status);
}

void tl_captured_write(int (*print)(const void *context), const void *context,
                       tl_writer out) {
  int ends[2];
  char bytes[4096];
  ssize_t count;
  if (pipe(ends) != 0)
    return;
  pid_t child = fork();
  if (child == 0)
    print_into(ends[1], print, context);
  close(ends[1]);
  while (child > 0 && (count = read(ends[0], bytes, sizeof bytes)) > 0)
    out.write(out.stream, bytes, (size_t)count);
  close(ends[0]);
  if (child > 0)
    waitpid(child, NULL, 0);
}
