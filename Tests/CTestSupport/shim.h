// Functions that Swift's Glibc module lacks: those of malloc.h, and those that the GNU C library declares only with _GNU_SOURCE.

#ifndef CTESTSUPPORT_SHIM_H
#define CTESTSUPPORT_SHIM_H

#include <malloc.h>
#include <spawn.h>
#include <sys/types.h>

int pidfd_open(pid_t pid, unsigned int flags);
int pipe2(int descriptors[2], int flags);
int ptsname_r(int terminal, char *name, size_t length);
int posix_openpt(int flags);
int unlockpt(int terminal);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

// Also declared only with _GNU_SOURCE.
static const short spawn_in_new_session = 0x80; // POSIX_SPAWN_SETSID

#endif
