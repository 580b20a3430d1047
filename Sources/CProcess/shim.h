// What Swift's Glibc module lacks: the variadic prctl, the linker's symbols for the program's beginning and end, and what is declared only with
// _GNU_SOURCE.

#ifndef CPROCESS_SHIM_H
#define CPROCESS_SHIM_H

#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

int pipe2(int descriptors[2], int flags);
int posix_openpt(int flags);
int ptsname_r(int terminal, char *name, size_t length);
int unlockpt(int terminal);
int malloc_trim(size_t kept);

/// Makes the kernel send this process a signal when its parent ends (strictly, the thread that started it). Returns 0, or -1 with errno.
static inline int set_parent_death_signal(int signal) {
    return prctl(PR_SET_PDEATHSIG, (unsigned long)signal, 0UL, 0UL, 0UL);
}

/// Returns a descriptor that has input once the process has ended, or -1 with errno.
static inline int open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

/// Unmaps the program's code and constants: startup touches far more of them than is used afterwards. What is used again is paged in from
/// the file cache: a few microseconds for each 64 KiB, once. Any thread may call it while others run.
static inline void release_startup_pages(void) {
    extern const char __executable_start[], etext[];
    const unsigned long page = 4096;
    unsigned long start = (unsigned long)__executable_start & ~(page - 1), end = (unsigned long)etext & ~(page - 1);
    madvise((void *)start, end - start, MADV_DONTNEED);
}

#endif
