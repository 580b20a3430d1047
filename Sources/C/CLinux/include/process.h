// What Swift's Glibc module lacks: the variadic prctl, and what is declared only with _GNU_SOURCE.

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

/// Returns to the system what the process holds and does not need now: free memory, and the code and constants of the program and its
/// libraries. Pages used again are read from the file cache: a few microseconds for each 64 KiB, once. Any thread may call it while others
/// run.
void release_memory(void);

/// Limits the process's own memory, in bytes: a larger allocation fails. Large blocks are returned to the system once they are freed.
void limit_memory(unsigned long most);

#endif
