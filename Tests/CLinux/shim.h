// Functions of the GNU C library that its headers declare only with _GNU_SOURCE, and so Swift's Glibc module lacks.

#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <spawn.h>
#include <sys/types.h>

int pidfd_open(pid_t pid, unsigned int flags);
int pipe2(int descriptors[2], int flags);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

#endif
