/* random_copies.c - Kernels that move random tiles, one for each seed.
 *
 * usage: random_copies [--launched] [--conversions | --reductions | --auto] SEED
 *        [COUNT [STEP...]]
 *        random_copies --plain | --explained SEED COUNT
 *        random_copies --options | --steps
 *
 * Prints a module with a kernel for each of COUNT seeds, SEED and every
 * OPTIONS-th after it, which are all run with the options in its first line.
 * The kernel of a seed does not depend on COUNT.  STEPs, 0 to STEPS - 1, each
 * take one thing away from it; status 3 when there is nothing to take.
 * --options and --steps print those two numbers.
 *
 * With --conversions, all of them convert registers; with --reductions, all reduce
 * them, and store what each thread gets; with --auto, all move through memory whose
 * layout is chosen for who writes it, at times asynchronously, and the one to three
 * who read it.  Of the first and the last, fragments are chosen as well.
 *
 * With --launched, as a launch can run them as PTX: what they are given is in
 * global memory.  Seeds that have no such kernel are left out.
 *
 * With --plain, kernels of a single warp with numbers that are all known, and
 * without options, each with the commands that plan its copies; seeds follow
 * each other, and those that have no such kernel are left out. */
#include "copy_model.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers that count have no high words of 64 bits, and floats of them no low ones:
 * under every other row of options contents are random, but of sums, which have an
 * order. */
static void print_contents(const option_row *options, wanted_copies wanted) {
  if (wanted != REDUCTIONS && (options - OPTIONS) % 2)
    printf(" --arg=0:random");
}

/* Stages one by one have those of open layouts in front. */
static void print_options(const copy *made, wanted_copies wanted) {
  const option_row *options = made->options;
  bool has_stages = strncmp(options->pipeline, "tl-", 3) == 0;
  printf("// RUN: tl-sim \"--verify-lowering=%s%s%s\"",
         has_stages && (wanted == CONVERSIONS || wanted == AUTO_LAYOUTS)
             ? "tl-assign-fragments,"
             : "",
         has_stages && made->sides[VIA].is_auto ? "tl-assign-shared-layouts,"
                                                : "",
         options->pipeline);
  if (options->rank)
    for (int i = 0; i < INDEX_ARGUMENTS; i++)
      printf(" --arg=%d:scalar=%" PRId64, 2 + i, INDEX_ARGUMENT[i]);
  print_contents(options, wanted);
  printf(" %s%%s\n", options->simulator);
}

static int print_module(wanted_copies wanted, bool is_launched, uint64_t seed,
                        int64_t count, char **steps) {
  copy made = choose_copy(seed, wanted);
  bool is_one = !is_launched || make_launched_copy(&made);
  for (; *steps; steps++)
    if (!is_one ||
        !simplify_copy(strtoll(*steps, NULL, 10) % simplifications(), &made))
      return 3;
  print_options(&made, wanted);
  printf("gpu.module @copies {\n");
  for (int64_t i = 0; i < count; i++) {
    if (i > 0) {
      made = choose_copy(seed + (uint64_t)(i * OPTION_COUNT), wanted);
      is_one = !is_launched || make_launched_copy(&made);
    }
    if (is_one)
      print_copy(&made);
  }
  printf("}\n");
  return 0;
}

/* Of seeds that follow each other, so many that have such a copy. */
static int print_such_module(uint64_t seed, int64_t count, bool is_plain) {
  printf("gpu.module @copies {\n");
  for (; count > 0; seed++) {
    copy made = choose_copy(seed, ANY_COPY);
    if (!(is_plain ? make_plain_copy : make_explained_copy)(&made))
      continue;
    if (is_plain)
      print_plan_commands(&made);
    print_copy(&made);
    count--;
  }
  printf("}\n");
  return 0;
}

int main(int argc, char **argv) {
  static const char *const WANTED[] = {"", "--conversions", "--reductions",
                                       "--auto"};
  bool is_launched = argc > 1 && strcmp(argv[1], "--launched") == 0;
  argc -= is_launched;
  argv += is_launched;
  wanted_copies wanted = AUTO_LAYOUTS;
  while (wanted && (argc < 2 || strcmp(argv[1], WANTED[wanted]) != 0))
    wanted--;
  argc -= wanted != ANY_COPY;
  argv += wanted != ANY_COPY;
  if (argc < 2) {
    fprintf(stderr,
            "usage: random_copies [--launched] [--conversions | --reductions | "
            "--auto] SEED [COUNT [STEP...]]\n"
            "       random_copies --plain | --explained SEED COUNT\n"
            "       random_copies --options | --steps\n");
    return 2;
  }
  bool is_plain = argc == 4 && strcmp(argv[1], "--plain") == 0;
  if (is_plain || (argc == 4 && strcmp(argv[1], "--explained") == 0))
    return print_such_module(strtoull(argv[2], NULL, 10),
                             strtoll(argv[3], NULL, 10), is_plain);
  if (strcmp(argv[1], "--options") == 0)
    return printf("%" PRId64 "\n", OPTION_COUNT) < 0;
  if (strcmp(argv[1], "--steps") == 0)
    return printf("%" PRId64 "\n", simplifications()) < 0;
  return print_module(wanted, is_launched, strtoull(argv[1], NULL, 10),
                      argc > 2 ? strtoll(argv[2], NULL, 10) : 1,
                      argc > 3 ? argv + 3 : argv + argc);
}
