// Landlock and seccomp by their system calls, which the C library does not wrap. Each function returns 0, or an errno code.

#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdbool.h>

/// The version of the kernel's Landlock interface; 0: it has none.
int landlock_version(void);

/// The rights to a file, or to a folder and everything in it.
typedef enum {
    /// Reading.
    LANDLOCK_READ,
    /// Reading, and starting programs.
    LANDLOCK_RUN,
    /// Reading, writing, making and removing files, and controlling devices.
    LANDLOCK_WRITE,
    /// Listing and making folders and links; no file.
    LANDLOCK_FOLDERS,
} landlock_access;

/// Creates a set of rules that allows nothing.
/// - Parameter network: whether TCP stays allowed.
/// - Parameter rules: receives a descriptor, which the caller closes.
int landlock_create(bool network, int *rules);

/// Adds a rule. A path that does not exist has none.
int landlock_allow(int rules, const char *path, landlock_access access);

/// Applies the rules to this thread and those that it starts, for ever.
int landlock_enforce(int rules);

/// Refuses system calls in the whole process, for ever: those that start programs (unless `programs`), that reach a network (unless
/// `network`), that reach other processes, or that no program needs which plays sound.
int seccomp_refuse(bool programs, bool network);

#endif
