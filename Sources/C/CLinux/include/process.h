// Declarations that Swift's Glibc module lacks: the variadic prctl, and functions declared only with _GNU_SOURCE.

#ifndef PROCESS_H
#define PROCESS_H

#include <stddef.h>

int pipe2(int descriptors[2], int flags);
int posix_openpt(int flags);
int ptsname_r(int terminal, char *name, size_t length);
int unlockpt(int terminal);

/// Makes the kernel send this process a signal when its parent ends (strictly, the thread that started it). Returns 0, or -1 with errno.
int set_parent_death_signal(int signal);

/// Returns a descriptor that has input once the process has ended, or -1 with errno.
int open_process(int process);

/// Returns memory to the system that the process does not need now: free memory, and the code and constants of the program and its
/// libraries. Pages that are used again are read from the file cache, once, in a few microseconds for each 64 KiB. Any thread may call this
/// while others run.
void release_memory(void);

/// Limits the process's own memory, in bytes: larger allocations fail. Large blocks are returned to the system when they are freed.
void limit_memory(unsigned long most);

#endif
