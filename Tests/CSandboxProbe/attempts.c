// What sandbox-probe tries and Swift can't: fork, system calls without a wrapper, and those with variable arguments.

#define _GNU_SOURCE

#include "attempts.h"

#include <errno.h>
#include <linux/openat2.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

int fork_and_exit(void) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    return child < 0 ? -1 : waitpid(child, 0, 0) == child ? 0 : -1;
}

int start_program(const char *path) {
    char *const words[] = {(char *)path, 0};
    pid_t child;
    int error = posix_spawn(&child, path, 0, 0, words, words + 1);
    errno = error;
    return error != 0 ? -1 : waitpid(child, 0, 0) == child ? 0 : -1;
}

int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    return descriptor < 0 ? -1 : connect(descriptor, (struct sockaddr *)&address, sizeof address);
}

int limit_files(int process) {
    struct rlimit limit;
    int result = prlimit(process, RLIMIT_NOFILE, NULL, &limit);
    return result < 0 ? result : prlimit(process, RLIMIT_NOFILE, &limit, NULL);
}

int trace(int process) {
    return (int)ptrace(PTRACE_SEIZE, process, NULL, NULL);
}

int make_user_namespace(void) {
    // Like fork, it returns in both processes.
    long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    return child < 0 ? -1 : waitpid((pid_t)child, 0, 0) == child ? 0 : -1;
}

int open_newly(const char *path, int flags) {
    struct open_how how = {.flags = (unsigned)flags};
    return (int)syscall(SYS_openat2, -100, path, &how, sizeof how);
}
