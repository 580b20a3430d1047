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
/// These set what a process has already.
int set_scheduler(int process);
int set_scheduling_parameters(int process);
int set_scheduling_attributes(int process);
int set_processors(int process);
int set_priority(int process);
/// There is no such group or user, so these set none if they are allowed.
int set_priority_of_group(void);
int set_priority_of_user(void);
/// Makes another thread of this process real-time, by its id.
int make_thread_real_time(void);
/// Set who gets a pipe's signals, which, and whether, by fcntl.
int set_pipe_owner(int process);
int set_pipe_owner_newly(int process);
int set_pipe_signal(int signal);
int watch_folder(void);
int set_pipe_flags(int flags);
/// Sets a socket's owner or flags by ioctl.
int control_owner(int command, int value);
int set_disk_priority(int process);
int watch_files(void);
int watch_file_systems(void);
/// Make a queue or a set of semaphores, and remove it.
int make_message_queue(void);
int make_named_queue(void);
int make_semaphores(void);
/// Makes memory that the kernel can't read.
int hide_memory(void);
/// Reads this process's table of segments, by the call that changes it, on x86-64 only.
int read_segments(void);

#endif
