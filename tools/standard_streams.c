/* standard_streams.c - see standard_streams.h. */
#define _POSIX_C_SOURCE 200809L
#include "standard_streams.h"
#include <fcntl.h>
#include <unistd.h>

void tl_hold_standard_streams(void) {
  static const int MODES[] = {[STDIN_FILENO] = O_WRONLY,
                              [STDOUT_FILENO] = O_RDONLY,
                              [STDERR_FILENO] = O_WRONLY};
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++)
    if (fcntl(number, F_GETFD) == -1)
      (void)!open("/dev/null", MODES[number]);
}
