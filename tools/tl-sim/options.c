/* options.c - see options.h.  A row of OPTIONS is all there is to say about an
 * option. */
#include "options.h"
#include "npy.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct option_row {
  const char *usage; /* NAME, NAME=VALUE or NAME[=VALUE] */
  const char *help;
  bool (*read)(tl_options *options, const char *value);
  /* Without `read`: up to `count` numbers of at least 1, whose product is at
   * most `most`, and where they go. */
  size_t numbers;
  int64_t count, most;
  bool takes_word; /* the value may be the next word, too */
} option_row;

/*===--- Values -----------------------------------------------------------===*/

static bool read_number(const char **text, int64_t *out) {
  char *end;
  errno = 0;
  *out = strtoll(*text, &end, 10);
  bool is_number = end != *text && errno == 0;
  *text = end;
  return is_number;
}

/* Numbers with a separator between them, up to `most`; *count is how many. */
static bool read_numbers(const char **text, char separator, int64_t most,
                         int64_t *out, int64_t *count) {
  *count = 0;
  do {
    if (*count == most || !read_number(text, &out[(*count)++]))
      return false;
  } while (**text == separator && (*text)++);
  return true;
}

/* The numbers of a row; those that are not given are 1. */
static bool read_row(const option_row *row, const char *text,
                     tl_options *options) {
  int64_t *out = (int64_t *)(void *)((char *)options + row->numbers);
  int64_t given, product = 1;
  bool is_read =
      read_numbers(&text, ',', row->count, out, &given) && *text == '\0';
  for (int64_t i = 0; is_read && i < row->count; product *= out[i++]) {
    out[i] = i < given ? out[i] : 1;
    is_read = out[i] >= 1 && out[i] <= row->most / product;
  }
  return is_read;
}

/* "K" or "K:", with the text behind it. */
static tl_argument_option *read_argument(tl_options *options,
                                         const char **text) {
  int64_t number;
  if (!read_number(text, &number) || number < 0 || number >= TL_MAX_ARGUMENTS)
    return NULL;
  *text += **text == ':';
  if (options->run.argument_count <= number)
    options->run.argument_count = (int)number + 1;
  return &options->run.arguments[number];
}

/* Moves past `prefix`. */
static bool skip(const char **text, const char *prefix) {
  size_t length = strlen(prefix);
  bool matches = strncmp(*text, prefix, length) == 0;
  *text += matches ? length : 0;
  return matches;
}

/*===--- Options ----------------------------------------------------------===*/

/* Whether a list has room for what an option says; an error if not. */
static bool has_room(tl_options *options, const char *option, const char *value,
                     int count, int most, const char *limit) {
  if (count < most)
    return true;
  fprintf(stderr, "tl-sim: %s=%s is one too many; %d %s at once\n", option,
          value, most, limit);
  options->is_explained = true;
  return false;
}

static bool read_kernel(tl_options *options, const char *value) {
  if (*value == '\0' ||
      !has_room(options, "--kernel", value, options->kernel_count,
                TL_MAX_KERNELS, "kernels are named"))
    return false;
  options->kernels[options->kernel_count++] = value;
  return true;
}

/* The bytes of a file; NULL where they cannot be read. */
static uint8_t *read_bytes(const char *path, int64_t size) {
  FILE *file = fopen(path, "rb");
  uint8_t *bytes = file ? malloc((size_t)size + 1) : NULL;
  if (bytes && fread(bytes, 1, (size_t)size, file) != (size_t)size) {
    free(bytes);
    bytes = NULL;
  }
  if (file)
    fclose(file);
  return bytes;
}

/* Nothing else than a file has a size beforehand. */
uint8_t *tl_options_read_file(const char *path, int64_t *count) {
  struct stat facts;
  bool is_there = stat(path, &facts) == 0;
  bool is_file = is_there && S_ISREG(facts.st_mode);
  *count = is_file ? (int64_t)facts.st_size : 0;
  uint8_t *bytes = is_file ? read_bytes(path, *count) : NULL;
  if (!bytes)
    fprintf(stderr, "tl-sim: cannot open %s: %s\n", path,
            is_file || !is_there ? strerror(errno) : "it is no regular file");
  return bytes;
}

/* Reads the elements of a file; *owned are its bytes. */
static bool read_array(tl_options *options, const char *path, uint8_t **owned,
                       tl_array *out) {
  free(*owned);
  *out = (tl_array){.path = path};
  *owned = tl_options_read_file(path, &out->byte_count);
  out->bytes = *owned;
  const char *wrong = *owned && tl_npy_is_named(path) ? tl_npy_read(out) : NULL;
  if (wrong)
    fprintf(stderr, "tl-sim: %s %s\n", path, wrong);
  options->is_explained = !*owned || wrong;
  return !options->is_explained;
}

/* "" or "=SEED". */
static bool read_seed(const char *text, int64_t *out) {
  bool is_given = skip(&text, "=");
  *out = 0;
  return (!is_given || read_number(&text, out)) && *text == '\0';
}

static bool read_double(const char *text, double *out) {
  char *end;
  *out = strtod(text, &end);
  return end != text && *end == '\0';
}

/* Digits with at most a '-' before them, of a number of 64 bits with or without a
 * sign, of which a float may not have all. */
static bool read_digits(const char *text, tl_argument_option *out) {
  errno = 0;
  out->is_above = *text != '-';
  out->integer = out->is_above ? (int64_t)strtoull(text, NULL, 10)
                               : (int64_t)strtoll(text, NULL, 10);
  out->is_above = out->is_above && out->integer < 0;
  return errno == 0;
}

/* A float that is such a number. */
static bool take_whole(double scalar, tl_argument_option *out) {
  bool is_whole =
      scalar >= -0x1p63 && scalar < 0x1p64 && scalar == trunc(scalar);
  out->is_above = is_whole && scalar >= 0x1p63;
  if (is_whole)
    out->integer = out->is_above ? (int64_t)(uint64_t)scalar : (int64_t)scalar;
  return is_whole;
}

static bool read_scalar(const char *text, tl_argument_option *out) {
  const char *digits = text + (*text == '-');
  bool has_digits = *digits && digits[strspn(digits, "0123456789")] == '\0';
  out->text = text;
  if (!read_double(text, &out->scalar))
    return false;
  out->is_integer =
      has_digits ? read_digits(text, out) : take_whole(out->scalar, out);
  return true;
}

static const char *const FILLS[] = {
    "iota", "zero", "uninitialized", "small", "scalar=", "random", "file="};
enum { FILL_COUNT = sizeof FILLS / sizeof *FILLS };

static bool read_fill(tl_options *options, const char *value) {
  tl_argument_option *argument = read_argument(options, &value);
  if (!argument)
    return false;
  int fill = 0;
  while (fill < FILL_COUNT && !skip(&value, FILLS[fill]))
    fill++;
  argument->fill = (tl_fill)fill;
  argument->is_filled = true;
  return fill == TL_FILL_SCALAR   ? read_scalar(value, argument)
         : fill == TL_FILL_RANDOM ? read_seed(value, &argument->integer)
         : fill == TL_FILL_BYTES
             ? read_array(options, value,
                          &options->files[argument - options->run.arguments],
                          &argument->array)
             : fill < FILL_COUNT && *value == '\0';
}

static bool read_shape(tl_options *options, const char *value) {
  tl_argument_option *argument = read_argument(options, &value);
  if (!argument ||
      !read_numbers(&value, 'x', TL_MAX_RANK, argument->shape, &argument->rank))
    return false;
  if (skip(&value, ",strides=") &&
      !read_numbers(&value, 'x', TL_MAX_RANK, argument->strides,
                    &argument->stride_count))
    return false;
  argument->has_offset = skip(&value, ",offset=");
  return (!argument->has_offset || read_number(&value, &argument->offset)) &&
         *value == '\0';
}

static bool read_dump(tl_options *options, const char *value) {
  tl_argument_option *argument = read_argument(options, &value);
  if (argument)
    options->dumps[argument - options->run.arguments] = true;
  return argument && *value == '\0';
}

static bool read_compared(tl_options *options, const char *value) {
  int64_t count;
  options->compares = true;
  return read_numbers(&value, ',', 2, options->compared, &count) &&
         count == 2 && *value == '\0';
}

static bool read_reference(tl_options *options, const char *value) {
  options->reference = value;
  return *value != '\0';
}

static bool read_tolerance(tl_options *options, const char *value) {
  options->has_tolerance = true;
  return read_double(value, &options->tolerance) && options->tolerance >= 0 &&
         isfinite(options->tolerance);
}

static bool read_progress(tl_options *options, const char *value) {
  const double most = 1000000000;
  double seconds;
  bool is_read =
      read_double(value, &seconds) && seconds >= 0 && seconds <= most;
  if (is_read)
    options->progress_after = (int64_t)seconds;
  return is_read;
}

static bool read_save(tl_options *options, const char *value) {
  tl_argument_option *argument = read_argument(options, &value);
  if (argument)
    options->saves[argument - options->run.arguments] = value;
  return argument && *value != '\0';
}

/* A path that a comma and a number end is one with a tolerance. */
static bool read_expected(tl_options *options, const char *value) {
  tl_argument_option *argument = read_argument(options, &value);
  if (!argument)
    return false;
  ptrdiff_t number = argument - options->run.arguments;
  tl_expected *out = &options->expected[number];
  const char *comma = strrchr(value, ',');
  out->has_tolerance = comma && read_double(comma + 1, &out->tolerance) &&
                       out->tolerance >= 0 && isfinite(out->tolerance);
  size_t length = out->has_tolerance ? (size_t)(comma - value) : strlen(value);
  free(out->path);
  out->path = calloc(length + 1, 1);
  if (out->path)
    memcpy(out->path, value, length);
  return out->path && *out->path &&
         read_array(options, out->path, &out->bytes, &out->array);
}

static bool read_checksum(tl_options *options, const char *value) {
  options->checksums = true;
  return *value == '\0';
}

static bool read_unregistered(tl_options *options, const char *value) {
  options->allows_unregistered = true;
  return *value == '\0';
}

static bool read_format(const char *value, tl_report_format *out) {
  bool is_json = strcmp(value, "json") == 0;
  *out = is_json ? TL_REPORT_JSON : TL_REPORT_TEXT;
  return is_json || *value == '\0' || strcmp(value, "text") == 0;
}

static bool read_report(tl_options *options, const char *value) {
  options->run.counts_accesses = true;
  return read_format(value, &options->report);
}

static bool read_faults(tl_options *options, const char *value) {
  options->prints_faults = true;
  return strcmp(value, "json") == 0;
}

static bool read_explanation(tl_options *options, const char *value) {
  options->run.counts_accesses = options->run.traces = true;
  return read_format(value, &options->explanation);
}

/* Of those that say who holds an element. */
static bool read_notation(tl_options *options, const char *value) {
  for (int i = 0; i < TL_NOTATION_COUNT; i++)
    if (TL_NOTATIONS[i]->role != TL_ROLE_STORED &&
        strcmp(TL_NOTATIONS[i]->name, value) == 0)
      options->notation = TL_NOTATIONS[i];
  if (options->notation)
    return options->explanation || read_explanation(options, "");
  tl_text names = {.length = 0};
  tl_notation_list(TL_ROLE_HELD, " or ", &names);
  fprintf(stderr,
          "tl-sim: no notation of fragments is called '%s'; there are %s\n",
          value, names.data);
  options->is_explained = true;
  return false;
}

static bool read_pipeline(tl_options *options, const char *value) {
  if (!has_room(options, "--verify-lowering", value, options->pipeline_count,
                TL_MAX_PIPELINES, "pipelines are compared"))
    return false;
  options->pipelines[options->pipeline_count++] = *value ? value : TL_LOWERING;
  return true;
}

static bool read_ptx(tl_options *options, const char *value) {
  options->ptx = value;
  return *value != '\0';
}

static bool read_input(tl_options *options, const char *value) {
  if (options->input) {
    fprintf(stderr, "tl-sim: more than one input: %s\n", value);
    options->is_explained = true;
    return false;
  }
  options->input = value;
  return true;
}

static bool read_like(tl_options *options, const char *value) {
  options->has_like = true;
  return *value != '\0' && read_input(options, value);
}

static bool read_target(tl_options *options, const char *value) {
  tl_error error;
  if (tl_target_find_family(value, &options->run.target, &error) == TL_OK)
    return true;
  fprintf(stderr, "tl-sim: %s\n", error.message);
  options->is_explained = true;
  return false;
}

#define NUMBERS(most_of_them, field, most_product)                             \
  .numbers = offsetof(tl_options, field), .count = most_of_them,               \
  .most = most_product

static const option_row OPTIONS[] = {
    {"--kernel=NAME",
     "a gpu.func or func.func to run, and again for another; without\n"
     "        it, every one that is not private",
     .read = read_kernel},
    {"--grid=X[,Y[,Z]]",
     "blocks (those of the first gpu.launch_func of the kernel;\n"
     "        known_grid_size; 1); at most 1048576 in all",
     NUMBERS(3, run.grid, TL_MAX_BLOCKS)},
    {"--block=X[,Y[,Z]]",
     "threads of a block, at most 1024 in all (those of the first\n"
     "        gpu.launch_func; known_block_size; else as many as the copies "
     "of the\n"
     "        function need, and at least a warp)",
     NUMBERS(3, run.block, TL_MAX_THREADS)},
    {"--dynamic-shared-memory=BYTES",
     "the size of gpu.dynamic_shared_memory (that of the first\n"
     "        gpu.launch_func of the kernel)",
     NUMBERS(1, run.dynamic_bytes, INT64_MAX)},
    {"--arg=K:FILL",
     "what argument K holds: iota (the default of memrefs and\n"
     "        vectors), zero (the default of scalars that no launch gives),\n"
     "        uninitialized, scalar=V, small (integers of -4 to 4, in no\n"
     "        order), random[=SEED] (floats of -1 to 1, integers of any "
     "bits),\n"
     "        file=PATH (its elements in row-major order, each in whole\n"
     "        bytes, little-endian; or an array of NumPy, PATH.npy)",
     .read = read_fill},
    {"--shape=K:AxB[,strides=AxB][,offset=N]",
     "sizes, strides and offset of memref argument K where its\n"
     "        type leaves them open (those of the first gpu.launch_func);\n"
     "        the bytes that pointer K points to",
     .read = read_shape},
    {"--align=BYTES",
     "a power of two up to 4096 that divides the addresses of all\n"
     "        memory, besides what is stated of it",
     NUMBERS(1, run.alignment, TL_MAX_ALIGNMENT)},
    {"--dump=K", "print argument K afterwards", .read = read_dump},
    {"--expect-equal=A,B", "fail unless arguments A and B are equal afterwards",
     .read = read_compared},
    {"--reference=NAME",
     "run this function, too, in one thread on equal arguments, and\n"
     "        fail unless it leaves equal numbers in every memref",
     .read = read_reference},
    {"--tolerance=T",
     "numbers are equal when their difference is at most\n"
     "        T max(1, |expected|), of T >= 0",
     .read = read_tolerance},
    {"--save=K:PATH", "write argument K to a file, as file=PATH reads it",
     .read = read_save},
    {"--compare=K:PATH[,TOLERANCE]",
     "fail unless argument K has the elements of a file afterwards, or\n"
     "        numbers as near as --tolerance says",
     .read = read_expected},
    {"--checksum", "print a checksum of every memref", .read = read_checksum},
    {"--report[=text|json]", "print what the accesses cost",
     .read = read_report},
    {"--faults=json",
     "print faults on standard output, too: who, where, and which access\n"
     "        before",
     .read = read_faults},
    {"--explain[=text|json]",
     "print the layouts that the accesses of the first block have",
     .read = read_explanation},
    {"--explain-as=NOTATION",
     "of fragments, where it can say them: register, cute_tv, linear\n"
     "        or tile (tile)",
     .read = read_notation},
    {"--max-steps=N",
     "operations that the threads of all blocks may execute,\n"
     "        at least 1 (268435456)",
     NUMBERS(1, run.budget.steps, INT64_MAX)},
    {"--max-bytes=N",
     "bytes that the buffers of a block and its threads may have,\n"
     "        at least 1 (268435456)",
     NUMBERS(1, run.budget.bytes, INT64_MAX)},
    {"--threads=N",
     "of this machine that run blocks at once, 1 to 16, with the same\n"
     "        results and messages (all, for a run that takes long)",
     NUMBERS(1, run.threads, 16)},
    {"--progress=SECONDS",
     "on a terminal, how far a run is, if it takes so long (2)",
     .read = read_progress},
    {"--verify-lowering[=PIPELINE]",
     "run the function by definition and after the pipeline\n"
     "        (lower-layout-copies), and compare; given again, after each of\n"
     "        up to 16",
     .read = read_pipeline},
    {"--ptx=FILE",
     "run what the stock pipeline has made of the kernels, this PTX, on\n"
     "        equal arguments, too, and compare all memory",
     .read = read_ptx, .takes_word = true},
    {"--like=INPUT", "the input, beside --ptx", .read = read_like,
     .takes_word = true},
    {"--target=NAME",
     "the GPU, which says how many threads a warp has (that of the\n"
     "        gpu.module, or else sm_90)",
     .read = read_target},
    {"--allow-unregistered-dialect",
     "read operations of unknown dialects, in functions that do not run",
     .read = read_unregistered},
};
enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

bool tl_options_describe(int number, const char **usage, const char **help) {
  if (number >= OPTION_COUNT)
    return false;
  *usage = OPTIONS[number].usage;
  *help = OPTIONS[number].help;
  return true;
}

static void print_help(void) {
  printf("usage: tl-sim [OPTION...] INPUT\n"
         "\n"
         "Executes the functions of an MLIR file for every thread and checks\n"
         "every access.  INPUT - is standard input.\n"
         "\n");
  for (int i = 0; i < OPTION_COUNT; i++)
    printf("  %s\n        %s\n", OPTIONS[i].usage, OPTIONS[i].help);
  printf("  --version\n        print the versions of TL and LLVM\n");
  printf("\n"
         "iota: element n of argument K, in row-major order, has number\n"
         "n + 1009 K. Integers hold it modulo their width, floats of 32 bits\n"
         "and more as their value, narrower floats as the bits of that finite\n"
         "number, in the order 0, positive, negative.\n");
}

/* NULL where there is none of this name. */
static const option_row *find_row(const char *name, size_t length) {
  for (const option_row *row = OPTIONS; row < OPTIONS + OPTION_COUNT; row++)
    if (strcspn(row->usage, "[=") == length &&
        strncmp(name, row->usage, length) == 0)
      return row;
  return NULL;
}

/* An option, whose value may be the next word: how many words it has, 0 after
 * an error. */
static int read_option(tl_options *options, const char *argument,
                       const char *next) {
  size_t length = strcspn(argument, "=");
  bool has_value = argument[length] == '=';
  const char *value = argument + length + has_value;
  const option_row *row = find_row(argument, length);
  bool takes_next = row && row->takes_word && !has_value && next;
  if (takes_next)
    value = next;
  bool is_complete =
      row && row->usage[length] != (has_value || takes_next ? '\0' : '=');
  if (is_complete &&
      (row->read ? row->read(options, value) : read_row(row, value, options)))
    return 1 + takes_next;
  if (!options->is_explained)
    fprintf(stderr, "tl-sim: cannot read %s%s%s; see tl-sim --help\n", argument,
            row ? ", which is " : "", row ? row->usage : "");
  if (!options->is_explained && row)
    fprintf(stderr, "        %s\n", row->help);
  return 0;
}

static bool is_kernel(const tl_options *options, const char *name) {
  bool is_one = false;
  for (int i = 0; i < options->kernel_count; i++)
    is_one |= strcmp(options->kernels[i], name) == 0;
  return is_one;
}

/* A verification prints its own result. */
static bool check_options(const tl_options *options) {
  bool prints = options->compares || options->checksums ||
                options->report != TL_REPORT_NONE || options->prints_faults;
  bool is_compared = false;
  for (int i = 0; i < options->run.argument_count; i++)
    is_compared |= options->expected[i].path != NULL;
  for (int i = 0; i < options->run.argument_count; i++)
    prints |= options->dumps[i] || options->saves[i] || is_compared;
  if (!options->input)
    fprintf(stderr, "tl-sim: no input; see tl-sim --help\n");
  else if (options->pipeline_count && prints)
    fprintf(stderr,
            "tl-sim: --verify-lowering compares all memory by itself; leave "
            "out --dump, --save, --compare, --expect-equal, --checksum, "
            "--report, --faults\n");
  else if (options->ptx && (prints || options->pipeline_count ||
                            options->reference || options->explanation))
    fprintf(
        stderr,
        "tl-sim: --ptx compares all memory by itself; leave out --dump, "
        "--save, --expect-equal, --checksum, --report, --faults, --explain, "
        "--reference, --verify-lowering\n");
  else if (options->run.alignment & (options->run.alignment - 1))
    fprintf(stderr, "tl-sim: --align=%" PRId64 " is no power of two\n",
            options->run.alignment);
  else if (options->has_like && !options->ptx)
    fprintf(stderr, "tl-sim: --like is the input of --ptx=FILE, which is not "
                    "given\n");
  else if (options->reference && is_kernel(options, options->reference))
    fprintf(stderr, "tl-sim: --reference=%s is the kernel itself\n",
            options->reference);
  else if (options->has_tolerance && !options->compares &&
           !options->reference && !options->ptx && !is_compared)
    fprintf(stderr, "tl-sim: --tolerance is of --expect-equal, --compare, "
                    "--reference or --ptx; none is given\n");
  else
    return true;
  return false;
}

void tl_options_free(tl_options *options) {
  for (int i = 0; i < TL_MAX_ARGUMENTS; i++) {
    free(options->files[i]);
    free(options->expected[i].bytes);
    free(options->expected[i].path);
  }
}

int tl_options_read(int argc, char **argv, tl_options *out) {
  enum { WRONG = 2, DEFAULT_PROGRESS = 2 };
  *out = (tl_options){.progress_after = DEFAULT_PROGRESS,
                      .run.threads = TL_ALL_THREADS};
  for (int i = 1; i < argc; i++) {
    bool is_option = argv[i][0] == '-' && argv[i][1] != '\0';
    if (strcmp(argv[i], "--help") == 0) {
      print_help();
      return 0;
    }
    if (strcmp(argv[i], "--version") == 0) {
      puts("tl-sim " TL_VERSION ", LLVM " TL_LLVM_VERSION);
      return 0;
    }
    int words = is_option ? read_option(out, argv[i], argv[i + 1])
                          : read_input(out, argv[i]);
    if (!words)
      return WRONG;
    i += words - 1;
  }
  return check_options(out) ? TL_OPTIONS_RUN : WRONG;
}
