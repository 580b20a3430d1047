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

#endif
