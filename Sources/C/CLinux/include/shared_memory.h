// Declarations that the GNU C library provides only with _GNU_SOURCE, so that Swift's Glibc module lacks them: memory with a descriptor,
// and its seals (memfd_create(2), fcntl(2), fallocate(2)).

#ifndef SHARED_MEMORY_H
#define SHARED_MEMORY_H

int memfd_create(const char *name, unsigned int flags);
int fallocate(int descriptor, int mode, long offset, long length);

/// The kernel's MFD_CLOEXEC | MFD_ALLOW_SEALING.
static const unsigned int memfd_sealable = 0x1 | 0x2;
/// F_ADD_SEALS, F_GET_SEALS.
static const int fcntl_add_seals = 1033;
static const int fcntl_get_seals = 1034;
/// F_SEAL_SHRINK | F_SEAL_GROW: any process that maps the memory can rely on its size. With F_SEAL_SEAL, permanently.
static const int seal_size = 0x2 | 0x4;
static const int seal_seals = 0x1;
/// FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE.
static const int punch_hole = 0x2 | 0x1;

#endif
