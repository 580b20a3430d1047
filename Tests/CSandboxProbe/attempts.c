// What sandbox-probe tries and Swift can't: fork, system calls without a wrapper, and those with variable arguments.

#define _GNU_SOURCE

#include "attempts.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fanotify.h>
#include <linux/ioprio.h>
#include <linux/openat2.h>
#include <mqueue.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
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

int set_scheduler(int process) {
    struct sched_param parameters;
    return sched_getparam(process, &parameters) < 0 ? -1 : sched_setscheduler(process, sched_getscheduler(process), &parameters);
}

int set_scheduling_parameters(int process) {
    struct sched_param parameters;
    return sched_getparam(process, &parameters) < 0 ? -1 : sched_setparam(process, &parameters);
}

int set_scheduling_attributes(int process) {
    // A struct sched_attr, which Debian 12's headers define beside another sched_param.
    unsigned attributes[12] = {sizeof attributes};
    long result = syscall(SYS_sched_getattr, process, attributes, sizeof attributes, 0);
    return result < 0 ? -1 : (int)syscall(SYS_sched_setattr, process, attributes, 0);
}

int set_processors(int process) {
    cpu_set_t processors;
    return sched_getaffinity(process, sizeof processors, &processors) < 0 ? -1 : sched_setaffinity(process, sizeof processors, &processors);
}

int set_priority(int process) {
    errno = 0;
    int priority = getpriority(PRIO_PROCESS, (id_t)process);
    return errno != 0 ? -1 : setpriority(PRIO_PROCESS, (id_t)process, priority);
}

int set_priority_of_group(void) {
    return setpriority(PRIO_PGRP, INT_MAX, 0);
}

int set_priority_of_user(void) {
    return setpriority(PRIO_USER, INT_MAX, 0);
}

static void *wait_for_end(void *descriptor) {
    char byte;
    (void)!read(*(int *)descriptor, &byte, 1);
    return NULL;
}

int make_thread_real_time(void) {
    int ends[2];
    pthread_t thread;
    if (pipe(ends) < 0 || pthread_create(&thread, NULL, wait_for_end, ends) != 0) return -1;
    struct sched_param parameters = {1};
    int error = pthread_setschedparam(thread, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters);
    close(ends[1]);
    pthread_join(thread, NULL);
    errno = error;
    return error == 0 ? 0 : -1;
}

// Returns the reading end of a pipe.
static int new_pipe(void) {
    int ends[2];
    return pipe(ends) < 0 ? -1 : ends[0];
}

int set_pipe_owner(int process) {
    return fcntl(new_pipe(), F_SETOWN, process);
}

int set_pipe_owner_newly(int process) {
    struct f_owner_ex owner = {F_OWNER_PID, process};
    return fcntl(new_pipe(), F_SETOWN_EX, &owner);
}

int set_pipe_signal(int signal) {
    return fcntl(new_pipe(), F_SETSIG, signal);
}

int watch_folder(void) {
    return fcntl(open("/", O_RDONLY | O_DIRECTORY), F_NOTIFY, DN_CREATE);
}

int set_pipe_flags(int flags) {
    return fcntl(new_pipe(), F_SETFL, flags);
}

int control_owner(int command, int value) {
    int ends[2];
    return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0 ? -1 : ioctl(ends[0], (unsigned)command, &value);
}

int set_disk_priority(int process) {
    return (int)syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, process, IOPRIO_PRIO_VALUE(IOPRIO_CLASS_BE, IOPRIO_BE_NORM));
}

int watch_files(void) {
    return inotify_init1(IN_CLOEXEC);
}

int watch_file_systems(void) {
    // Users may watch only by the names of files.
    return (int)syscall(SYS_fanotify_init, FAN_CLASS_NOTIF | FAN_REPORT_FID, 0);
}

int make_message_queue(void) {
    int queue = msgget(IPC_PRIVATE, 0600);
    return queue < 0 ? -1 : msgctl(queue, IPC_RMID, NULL);
}

int make_named_queue(void) {
    char name[32];
    snprintf(name, sizeof name, "/sandbox-probe-%d", getpid());
    mqd_t queue = mq_open(name, O_RDWR | O_CREAT, 0600, NULL);
    return queue == (mqd_t)-1 ? -1 : mq_unlink(name);
}

int make_semaphores(void) {
    int semaphores = semget(IPC_PRIVATE, 1, 0600);
    return semaphores < 0 ? -1 : semctl(semaphores, 0, IPC_RMID);
}

int hide_memory(void) {
    return (int)syscall(447, 0);
}

int read_segments(void) {
#ifdef SYS_modify_ldt
    char segments[8];
    return (int)syscall(SYS_modify_ldt, 0, segments, sizeof segments);
#else
    errno = ENOSYS;
    return -1;
#endif
}
