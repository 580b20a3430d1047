// Each returns a value below 0 with errno if the system refuses it.

#ifndef ATTEMPTS_H
#define ATTEMPTS_H

/// Starts a process that ends at once, and waits for it.
int fork_and_exit(void);
/// Starts a program, and waits for it.
int start_program(const char *path);
int connect_to(const char *path);
/// Sets the limits of a process's descriptors to what they are.
int limit_files(int process);
/// Attaches to a process as a debugger, until this process ends.
int trace(int process);
/// Starts a process in a user namespace of its own, and waits for it.
int make_user_namespace(void);
/// Opens a file by openat2, which has no wrapper.
int open_newly(const char *path, int flags);

#endif
