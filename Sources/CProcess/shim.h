// prctl takes any number of arguments, and so Swift's Glibc module lacks it.

#ifndef CPROCESS_SHIM_H
#define CPROCESS_SHIM_H

#include <sys/prctl.h>

/// Has the system send this process a signal when the thread that started it ends. Returns 0, or -1 with errno.
static inline int set_parent_death_signal(int signal) {
    return prctl(PR_SET_PDEATHSIG, (unsigned long)signal, 0UL, 0UL, 0UL);
}

#endif
