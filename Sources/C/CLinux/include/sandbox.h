// Landlock and seccomp through their system calls, which the C library does not wrap. Each function returns 0, or an errno code.

#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdbool.h>

/// The version of the kernel's Landlock interface; 0 if it has none.
int landlock_version(void);

/// The rights to a file, or to a folder and everything in it.
typedef enum {
    /// Reading.
    LANDLOCK_READ,
    /// Reading, and starting programs.
    LANDLOCK_RUN,
    /// Reading, writing, creating and removing files, and controlling devices.
    LANDLOCK_WRITE,
    /// Listing folders, and creating folders and links, but no files.
    LANDLOCK_FOLDERS,
} landlock_access;

/// Creates a set of rules that allows nothing.
/// - Parameter network: whether TCP stays allowed.
/// - Parameter rules: receives a descriptor, which the caller closes.
int landlock_create(bool network, int *rules);

/// Adds a rule. Does nothing if the path does not exist.
int landlock_allow(int rules, const char *path, landlock_access access);

/// Applies the rules permanently to this thread and the threads that it starts.
int landlock_enforce(int rules);

/// Refuses system calls in the whole process permanently: calls that start programs (unless `programs`), that reach a network (unless
/// `network`), that reach other processes, or that a program that plays sound does not need.
int seccomp_refuse(bool programs, bool network);

#endif
