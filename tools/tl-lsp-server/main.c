/* main.c - tl-lsp-server: MLIR's language server with the dialect tl.
 *
 *   editor -> [follow, answer] -> MLIR's server -> editor
 *
 * MLIR's server runs in a process of its own, and all that it says goes to the
 * editor as it is.  What the editor says is read here first, and what is asked
 * of a layout is answered here. */
#define _POSIX_C_SOURCE 200809L
#include "answer.h"
#include "message.h"
#include "mlir-c/RegisterEverything.h"
#include "tl/dialect.h"
#include "tools/standard_streams.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Whole messages are written to the editor, by two threads. */
typedef struct relay {
  int to_server;
  FILE *from_server;
  pthread_mutex_t lock;
} relay;

static int serve(int argc, char **argv) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  tl_register_dialect(registry);
  tl_bridge_add_version("TL version " TL_VERSION);
  int status = tl_bridge_lsp_main(argc, argv, registry);
  mlirDialectRegistryDestroy(registry);
  return status;
}

/* Whether the editor has been given an answer, or there is none to give. */
static bool answer(relay *state, tl_documents *documents,
                   const tl_message *message) {
  const tl_buffer *bytes = &message->bytes;
  tl_bridge_json *json = tl_bridge_json_parse(mlirStringRefCreate(
      bytes->data + message->body, bytes->length - message->body));
  tl_buffer body = {0};
  bool is_dropped = json && !tl_is_message(json);
  bool is_answered = !is_dropped && tl_answer(documents, json, &body);
  if (is_dropped)
    fputs("tl-lsp-server: JSON that is no message of JSON-RPC 2.0\n", stderr);
  if (is_answered) {
    pthread_mutex_lock(&state->lock);
    tl_message_write(STDOUT_FILENO, &body);
    pthread_mutex_unlock(&state->lock);
  }
  tl_buffer_free(&body);
  tl_bridge_json_free(json);
  return is_dropped || is_answered;
}

static void *relay_requests(void *user) {
  relay *state = user;
  tl_message message = {.body = 0};
  tl_documents documents = {.count = 0};
  bool is_open = true;
  while (is_open && tl_message_read(&message, stdin))
    is_open = answer(state, &documents, &message) ||
              tl_bytes_write(state->to_server, message.bytes.data,
                             message.bytes.length);
  close(state->to_server);
  tl_documents_free(&documents);
  tl_buffer_free(&message.bytes);
  return NULL;
}

static bool relay_answers(relay *state) {
  tl_message message = {.body = 0};
  bool is_open = true;
  while (is_open && tl_message_read(&message, state->from_server)) {
    pthread_mutex_lock(&state->lock);
    is_open =
        tl_bytes_write(STDOUT_FILENO, message.bytes.data, message.bytes.length);
    pthread_mutex_unlock(&state->lock);
  }
  tl_buffer_free(&message.bytes);
  if (!is_open)
    perror("tl-lsp-server: cannot write to standard output");
  return is_open;
}

/* Starts the server between two pipes; does not return in its process. */
static pid_t start_server(relay *state, int argc, char **argv) {
  int requests[2], answers[2];
  if (pipe(requests) != 0 || pipe(answers) != 0)
    return -1;
  pid_t server = fork();
  if (server == 0) {
    dup2(requests[0], STDIN_FILENO);
    dup2(answers[1], STDOUT_FILENO);
    close(requests[1]);
    close(answers[0]);
    exit(serve(argc, argv));
  }
  close(requests[0]);
  close(answers[1]);
  state->to_server = requests[1];
  state->from_server = fdopen(answers[0], "r");
  return server;
}

int main(int argc, char **argv) {
  tl_hold_standard_streams();
  relay state = {.lock = PTHREAD_MUTEX_INITIALIZER};
  int status = 1;
  pthread_t requests;
  pid_t server = start_server(&state, argc, argv);
  signal(SIGPIPE, SIG_IGN);
  if (server < 0 || !state.from_server ||
      pthread_create(&requests, NULL, relay_requests, &state) != 0) {
    perror("tl-lsp-server");
    return status;
  }
  if (!relay_answers(&state))
    return status;
  waitpid(server, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
