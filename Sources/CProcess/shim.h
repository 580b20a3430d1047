// What Swift's Glibc module lacks: prctl, which takes any number of arguments, and the linker's names for where the program begins and ends.

#ifndef CPROCESS_SHIM_H
#define CPROCESS_SHIM_H

#include <sys/mman.h>
#include <sys/prctl.h>

/// Has the system send this process a signal when the thread that started it ends. Returns 0, or -1 with errno.
static inline int set_parent_death_signal(int signal) {
    return prctl(PR_SET_PDEATHSIG, (unsigned long)signal, 0UL, 0UL, 0UL);
}

/// Unmaps the program's code and constants, which starting has touched far more of than is used again. What is used comes back by itself, from
/// the system's cache of the file: a few microseconds for each 64 KiB, once. Any thread may call it while others run.
static inline void release_startup_pages(void) {
    extern const char __executable_start[], etext[];
    const unsigned long page = 4096;
    unsigned long start = (unsigned long)__executable_start & ~(page - 1), end = (unsigned long)etext & ~(page - 1);
    madvise((void *)start, end - start, MADV_DONTNEED);
}

#endif
