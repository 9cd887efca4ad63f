/* roles.c - see roles.h.
 *
 * A stack is a thread of this machine; the others wait while one has the turn.
 *
 *   warp 0   start a copy | . . . . . . . . . . . . | wait: over | start another
 *   warp 1   . . . . . .  | wait: over, use, arrive | . . . . .  | . . . */
#include "roles.h"
#include "operations.h"
#include <pthread.h>

typedef enum role_state {
  ROLE_READY = 0,
  ROLE_WAITS, /* until `may_pass` says so */
  ROLE_MEETS, /* others at the instruction */
  ROLE_ENDED,
} role_state;

typedef struct role {
  tl_machine *machine;
  const tl_body *body;
  int number;
  pthread_t thread;
  pthread_cond_t turn;
  tl_lanes lanes; /* of the warp */
  role_state state;
  tl_step step; /* that it waits or meets at */
  tl_may_pass may_pass;
  bool is_hopeless; /* nobody is left to end the wait */
  tl_party party;
} role;

enum { NOBODY = -1 };

typedef struct tl_roles {
  pthread_mutex_t lock;
  role items[TL_MAX_WARPS];
  int count, started;
  int running; /* the number of the one that has the turn, or NOBODY */
} tl_roles;

/*===--- Meetings ---------------------------------------------------------===*/

tl_party tl_party_of(const tl_step *first, int64_t group) {
  int64_t begin = first->thread / group * group;
  int64_t left = first->machine->thread_count - begin;
  int64_t wave = first->machine->wave, threads = group < left ? group : left;
  return (tl_party){begin, (threads + wave - 1) / wave * wave, false};
}

tl_party tl_party_of_block(const tl_step *first) {
  return tl_party_of(first, TL_MAX_THREADS);
}

static bool meets(const role *one, const role *other) {
  return one->state == ROLE_MEETS && other->state == ROLE_MEETS &&
         one->step.at == other->step.at &&
         one->party.number == other->party.number;
}

/* Lanes of those that are where it is, of its party.  A warp counts as all its lanes, but
 * where some of its threads are elsewhere. */
static int64_t present(const tl_roles *roles, const role *one) {
  int64_t threads = 0;
  for (int i = 0; i < roles->count; i++) {
    const role *other = &roles->items[i];
    if (!meets(one, other))
      continue;
    int count = other->step.lanes->count;
    threads += count == other->lanes.count ? one->machine->wave : count;
  }
  return threads;
}

/* What it does may run bodies, which meet nobody. */
static void run_together(tl_machine *machine, const tl_step *first) {
  tl_roles *roles = machine->roles;
  machine->roles = NULL;
  first->at->run(first);
  machine->roles = roles;
  if (machine->counts_accesses)
    tl_report_close(&machine->report, machine->wave);
  machine->trace.round++;
}

/* All that are there do it. */
static void hold_meeting(tl_roles *roles, const role *one) {
  tl_chosen_lanes all;
  const role own = *one;
  all.lanes = (tl_lanes){0, all.items};
  for (int i = 0; i < roles->count; i++) {
    role *other = &roles->items[i];
    if (!meets(&own, other))
      continue;
    for (int k = 0; k < other->step.lanes->count; k++)
      all.items[all.lanes.count++] = other->step.lanes->items[k];
    other->state = ROLE_READY;
  }
  const tl_step first = {own.machine, own.step.at, all.items[0], &all.lanes};
  run_together(own.machine, &first);
}

/* The meeting of the first instruction in the text that may, or has to be held
 * without those who are missing. */
static const role *first_meeting(const tl_roles *roles, bool is_optional) {
  const role *found = NULL;
  for (int i = 0; i < roles->count; i++) {
    const role *one = &roles->items[i];
    if (one->state == ROLE_MEETS && one->party.is_optional == is_optional &&
        (!found || one->step.at->number < found->step.at->number))
      found = one;
  }
  return found;
}

/*===--- Turns ------------------------------------------------------------===*/

static bool can_go_on(const role *one) {
  return one->state == ROLE_READY ||
         (one->state != ROLE_ENDED && one->machine->is_stopped) ||
         (one->state == ROLE_WAITS && one->may_pass(&one->step));
}

/* The next one behind that can go on, or NOBODY. */
static int next_of(const tl_roles *roles, int behind) {
  for (int i = 1; i <= roles->count; i++) {
    int next = (behind + i) % roles->count;
    if (can_go_on(&roles->items[next]))
      return next;
  }
  return NOBODY;
}

/* All wait.  Then nobody ends the waits. */
static bool give_up_waits(tl_roles *roles) {
  bool has_any = false;
  for (int i = 0; i < roles->count; i++) {
    role *one = &roles->items[i];
    if (one->state != ROLE_WAITS)
      continue;
    has_any = one->is_hopeless = true;
    one->state = ROLE_READY;
  }
  return has_any;
}

/* Makes one of them ready, where none is; false where all have ended. */
static bool go_without(tl_roles *roles) {
  const role *meeting = first_meeting(roles, true);
  if (!meeting && give_up_waits(roles))
    return true;
  if (!meeting)
    meeting = first_meeting(roles, false);
  if (meeting)
    hold_meeting(roles, meeting);
  return meeting != NULL;
}

/* Gives the turn to the next one. */
static void pass_turn(tl_roles *roles, int own) {
  int next = next_of(roles, own);
  while (next == NOBODY && go_without(roles))
    next = next_of(roles, own);
  roles->running = next;
  if (next != NOBODY)
    pthread_cond_signal(&roles->items[next].turn);
}

static void await_turn(tl_roles *roles, int own) {
  while (roles->running != own)
    pthread_cond_wait(&roles->items[own].turn, &roles->lock);
  roles->items[own].state = ROLE_READY;
}

static role *running(const tl_machine *machine) {
  return &machine->roles->items[machine->roles->running];
}

/* The next one behind that. */
static void let_others_run(role *own, int behind) {
  tl_roles *roles = own->machine->roles;
  pass_turn(roles, behind);
  await_turn(roles, own->number);
}

void tl_roles_pause(tl_machine *machine) {
  if (!machine->roles)
    return;
  role *own = running(machine);
  let_others_run(own, own->number);
}

bool tl_roles_wait(const tl_step *step, tl_may_pass may_pass) {
  if (may_pass(step))
    return true;
  if (!step->machine->roles)
    return false;
  role *own = running(step->machine);
  own->step = *step;
  own->may_pass = may_pass;
  own->is_hopeless = false;
  own->state = ROLE_WAITS;
  let_others_run(own, own->number);
  return !own->is_hopeless;
}

/* Then the first warps go on first. */
void tl_roles_meet(const tl_step *first, tl_party party) {
  role *own = running(first->machine);
  tl_roles *roles = first->machine->roles;
  own->step = *first;
  own->party = party;
  own->state = ROLE_MEETS;
  bool is_whole = present(roles, own) == party.threads;
  if (is_whole)
    hold_meeting(roles, own);
  let_others_run(own, is_whole ? roles->count - 1 : own->number);
}

/*===--- Runs -------------------------------------------------------------===*/

static void *run_role(void *user) {
  role *own = user;
  tl_roles *roles = own->machine->roles;
  pthread_mutex_lock(&roles->lock);
  await_turn(roles, own->number);
  tl_run_body(own->machine, own->body, &own->lanes);
  own->state = ROLE_ENDED;
  pass_turn(roles, own->number);
  pthread_mutex_unlock(&roles->lock);
  return NULL;
}

/* Those of the warps, none of which runs yet; false when there are no more
 * threads on this machine. */
static bool start(tl_machine *machine, const tl_body *body, tl_roles *roles) {
  for (int i = 0; i < roles->count; i++) {
    role *one = &roles->items[i];
    int begin = i * machine->wave, left = machine->thread_count - begin;
    *one = (role){.machine = machine, .body = body, .number = i};
    one->lanes = (tl_lanes){left < machine->wave ? left : machine->wave,
                            machine->threads + begin};
    pthread_cond_init(&one->turn, NULL);
  }
  while (roles->started < roles->count &&
         pthread_create(&roles->items[roles->started].thread, NULL, run_role,
                        &roles->items[roles->started]) == 0)
    roles->started++;
  return roles->started == roles->count;
}

static void run_warps(tl_machine *machine, const tl_body *body, int count) {
  tl_roles roles = {.count = count, .running = NOBODY};
  pthread_mutex_init(&roles.lock, NULL);
  pthread_mutex_lock(&roles.lock);
  machine->roles = &roles;
  if (!start(machine, body, &roles)) {
    tl_machine_stop(machine, NULL, TL_NO_MEMORY);
    roles.count = roles.started;
  }
  if (roles.count)
    pass_turn(&roles, roles.count - 1);
  pthread_mutex_unlock(&roles.lock);
  for (int i = 0; i < roles.started; i++)
    pthread_join(roles.items[i].thread, NULL);
  machine->roles = NULL;
  for (int i = 0; i < count; i++)
    pthread_cond_destroy(&roles.items[i].turn);
  pthread_mutex_destroy(&roles.lock);
}

void tl_roles_run(tl_machine *machine, const tl_body *body) {
  int warps = (machine->thread_count + machine->wave - 1) / machine->wave;
  machine->outermost = body;
  if (machine->program->has_waits && warps > 1)
    run_warps(machine, body, warps);
  else
    tl_run_body(machine, body, &machine->everyone);
}
