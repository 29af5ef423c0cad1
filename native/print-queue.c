// The printers of the operating system, for Node and Electron alike (Node-API): their names, and a job of raw bytes.
//
// CUPS is looked for when the first call comes, so that this loads where it is not installed; on Windows the spooler is part of
// the system. Every call works off the event loop. What is answered is the number of a job that the spooler has taken, which
// says nothing of paper.
#define NAPI_VERSION 8
#include <node_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 512
#define REASON_SIZE 256
#define MOST_QUEUES 128

typedef struct {
  napi_async_work work;
  napi_deferred deferred;
  char queue[NAME_SIZE];
  char title[NAME_SIZE];
  unsigned char *bytes;
  size_t length;
  int job;
  char reason[REASON_SIZE];
  char (*names)[NAME_SIZE];
  int count;
} Task;

static void fail(Task *task, const char *why) { snprintf(task->reason, REASON_SIZE, "%s", why); }

#ifdef _WIN32

#include <windows.h>
#include <winspool.h>

static void list_queues(Task *task) {
  DWORD needed = 0, count = 0;
  const DWORD flags = PRINTER_ENUM_LOCAL | PRINTER_ENUM_CONNECTIONS;
  EnumPrintersW(flags, NULL, 4, NULL, 0, &needed, &count);
  if (needed == 0) return;
  unsigned char *space = malloc(needed);
  if (space == NULL || !EnumPrintersW(flags, NULL, 4, space, needed, &needed, &count)) {
    free(space);
    return fail(task, "the printers cannot be listed");
  }
  const PRINTER_INFO_4W *printers = (const PRINTER_INFO_4W *)space;
  for (DWORD at = 0; at < count && task->count < MOST_QUEUES; at++) {
    if (WideCharToMultiByte(CP_UTF8, 0, printers[at].pPrinterName, -1, task->names[task->count], NAME_SIZE, NULL, NULL) > 0)
      task->count++;
  }
  free(space);
}

static void print_raw(Task *task) {
  WCHAR queue[NAME_SIZE], title[NAME_SIZE], raw[] = L"RAW";
  if (!MultiByteToWideChar(CP_UTF8, 0, task->queue, -1, queue, NAME_SIZE) ||
      !MultiByteToWideChar(CP_UTF8, 0, task->title, -1, title, NAME_SIZE))
    return fail(task, "the name is no text");
  HANDLE printer = NULL;
  if (!OpenPrinterW(queue, &printer, NULL)) return fail(task, "there is no such printer");
  DOC_INFO_1W document = {title, NULL, raw};
  const DWORD job = StartDocPrinterW(printer, 1, (LPBYTE)&document);
  if (job == 0) fail(task, "the spooler takes no job");
  size_t sent = 0;
  while (task->reason[0] == 0 && sent < task->length) {
    DWORD written = 0;
    const size_t rest = task->length - sent;
    if (!WritePrinter(printer, task->bytes + sent, rest > 65536 ? 65536 : (DWORD)rest, &written) || written == 0)
      fail(task, "the spooler broke off");
    sent += written;
  }
  // A job that is not whole is thrown away, not printed by halves.
  if (job != 0 && task->reason[0] != 0) SetJobW(printer, job, 0, NULL, JOB_CONTROL_DELETE);
  if (job != 0 && !EndDocPrinter(printer) && task->reason[0] == 0) fail(task, "the spooler did not take the end of the job");
  ClosePrinter(printer);
  task->job = (int)job;
}

#else

#include <dlfcn.h>

/** As `cups/cups.h` has it; part of the library's fixed interface. */
typedef struct {
  char *name, *instance;
  int is_default, num_options;
  void *options;
} Destination;

#define RAW "application/vnd.cups-raw"
#define HTTP_CONTINUE 100
#define IPP_OK 0x00ff

static struct {
  int (*get_dests)(Destination **);
  void (*free_dests)(int, Destination *);
  int (*create_job)(void *, const char *, const char *, int, void *);
  int (*start_document)(void *, const char *, int, const char *, const char *, int);
  int (*write_data)(void *, const char *, size_t);
  int (*finish_document)(void *, const char *);
  int (*cancel_job)(const char *, int);
  const char *(*last_error)(void);
} cups;

static int find_cups(Task *task) {
  if (cups.get_dests != NULL) return 1;
#ifdef __APPLE__
  void *library = dlopen("libcups.2.dylib", RTLD_NOW);
#else
  void *library = dlopen("libcups.so.2", RTLD_NOW);
#endif
  if (library == NULL) {
    fail(task, "CUPS is not installed");
    return 0;
  }
  *(void **)&cups.free_dests = dlsym(library, "cupsFreeDests");
  *(void **)&cups.create_job = dlsym(library, "cupsCreateJob");
  *(void **)&cups.start_document = dlsym(library, "cupsStartDocument");
  *(void **)&cups.write_data = dlsym(library, "cupsWriteRequestData");
  *(void **)&cups.finish_document = dlsym(library, "cupsFinishDocument");
  *(void **)&cups.cancel_job = dlsym(library, "cupsCancelJob");
  *(void **)&cups.last_error = dlsym(library, "cupsLastErrorString");
  void *get_dests = dlsym(library, "cupsGetDests");
  if (!get_dests || !cups.free_dests || !cups.create_job || !cups.start_document || !cups.write_data ||
      !cups.finish_document || !cups.cancel_job || !cups.last_error) {
    fail(task, "this CUPS is too old");
    return 0;
  }
  *(void **)&cups.get_dests = get_dests;
  return 1;
}

static void list_queues(Task *task) {
  if (!find_cups(task)) return;
  Destination *destinations = NULL;
  const int count = cups.get_dests(&destinations);
  for (int at = 0; at < count && task->count < MOST_QUEUES; at++) {
    if (destinations[at].instance == NULL) snprintf(task->names[task->count++], NAME_SIZE, "%s", destinations[at].name);
  }
  cups.free_dests(count, destinations);
}

static void print_raw(Task *task) {
  if (!find_cups(task)) return;
  const int job = cups.create_job(NULL, task->queue, task->title, 0, NULL);
  if (job <= 0) return fail(task, cups.last_error());
  int state = cups.start_document(NULL, task->queue, job, task->title, RAW, 1);
  if (state == HTTP_CONTINUE) state = cups.write_data(NULL, (const char *)task->bytes, task->length);
  if (state != HTTP_CONTINUE) fail(task, cups.last_error());
  if (cups.finish_document(NULL, task->queue) > IPP_OK && task->reason[0] == 0) fail(task, cups.last_error());
  // A job that is not whole is thrown away, not printed by halves.
  if (task->reason[0] != 0) cups.cancel_job(task->queue, job);
  task->job = job;
}

#endif

static void run_list(napi_env env, void *data) {
  (void)env;
  list_queues(data);
}

static void run_print(napi_env env, void *data) {
  (void)env;
  print_raw(data);
}

static napi_value names_of(napi_env env, const Task *task) {
  napi_value list, name;
  napi_create_array_with_length(env, (size_t)task->count, &list);
  for (int at = 0; at < task->count; at++) {
    napi_create_string_utf8(env, task->names[at], NAPI_AUTO_LENGTH, &name);
    napi_set_element(env, list, (uint32_t)at, name);
  }
  return list;
}

static void done(napi_env env, napi_status status, void *data) {
  Task *task = data;
  napi_value answer, text;
  if (status != napi_ok) fail(task, "broken off");
  if (task->reason[0] != 0) {
    napi_create_string_utf8(env, task->reason, NAPI_AUTO_LENGTH, &text);
    napi_create_error(env, NULL, text, &answer);
    napi_reject_deferred(env, task->deferred, answer);
  } else {
    if (task->names != NULL) answer = names_of(env, task);
    else napi_create_int32(env, task->job, &answer);
    napi_resolve_deferred(env, task->deferred, answer);
  }
  napi_delete_async_work(env, task->work);
  free(task->names);
  free(task->bytes);
  free(task);
}

static napi_value start(napi_env env, Task *task, napi_async_execute_callback run) {
  napi_value promise, name;
  napi_create_promise(env, &task->deferred, &promise);
  napi_create_string_utf8(env, "print-queue", NAPI_AUTO_LENGTH, &name);
  napi_create_async_work(env, NULL, name, run, done, task, &task->work);
  napi_queue_async_work(env, task->work);
  return promise;
}

/** list(): Promise<string[]> */
static napi_value list(napi_env env, napi_callback_info info) {
  (void)info;
  Task *task = calloc(1, sizeof(Task));
  task->names = calloc(MOST_QUEUES, NAME_SIZE);
  return start(env, task, run_list);
}

/** print(queue: string, title: string, bytes: Buffer): Promise<number> */
static napi_value print(napi_env env, napi_callback_info info) {
  size_t count = 3, length = 0;
  napi_value given[3];
  void *bytes = NULL;
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  Task *task = calloc(1, sizeof(Task));
  if (count < 3 || napi_get_value_string_utf8(env, given[0], task->queue, NAME_SIZE, NULL) != napi_ok ||
      napi_get_value_string_utf8(env, given[1], task->title, NAME_SIZE, NULL) != napi_ok ||
      napi_get_buffer_info(env, given[2], &bytes, &length) != napi_ok) {
    free(task);
    napi_throw_type_error(env, NULL, "print(queue, title, bytes)");
    return NULL;
  }
  // The caller may change its buffer meanwhile.
  task->bytes = malloc(length + 1);
  task->length = length;
  memcpy(task->bytes, bytes, length);
  return start(env, task, run_print);
}

NAPI_MODULE_INIT() {
  napi_value call;
  napi_create_function(env, "list", NAPI_AUTO_LENGTH, list, NULL, &call);
  napi_set_named_property(env, exports, "list", call);
  napi_create_function(env, "print", NAPI_AUTO_LENGTH, print, NULL, &call);
  napi_set_named_property(env, exports, "print", call);
  return exports;
}
