/* launches.h - The launches of a function in the module around it, which say how
 * it is run where nothing else does.
 *
 * The list is owned; operations belong to the module. */
#ifndef TL_SIM_LAUNCHES_H
#define TL_SIM_LAUNCHES_H

#include "run.h"

/* gpu.launch_func, in the order of the text. */
typedef struct tl_launches {
  MlirOperation *items;
  int count, capacity;
} tl_launches;

/* Those in `root`, none where that is null; to be freed. */
tl_launches tl_launches_find(MlirOperation function, MlirOperation root);
void tl_launches_free(tl_launches *launches);

/* How the function is launched: as the options say, or else by the first launch, as
 * far as that has constants, or what is known of the function. */
tl_launch tl_launch_choose(const tl_program *program,
                           const tl_launches *launches,
                           const tl_run_options *options);

/* Whether it is what the function states of its launches, but for what options
 * say; an error if not. */
bool tl_launch_is_stated(MlirOperation function, const tl_run_options *options,
                         const tl_launch *launch);

/* Settles what the options leave open of an argument. */
void tl_launched_argument(const tl_launches *launches, int number,
                          tl_argument_option *option);

/* The alignment that all launches state of what they give, of at least one. */
int64_t tl_launched_alignment(const tl_launches *launches, int number);

/* Whether all launches have the first one's sizes, and give the same numbers, as
 * far as they can be read. */
bool tl_launches_agree(const tl_launches *launches, int arguments);

#endif /* TL_SIM_LAUNCHES_H */
