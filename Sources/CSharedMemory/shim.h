// Declared only with _GNU_SOURCE, and so missing from Swift's Glibc module: memory with a descriptor, and its seals (memfd_create(2),
// fcntl(2), fallocate(2)).

#ifndef CSHAREDMEMORY_SHIM_H
#define CSHAREDMEMORY_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

int memfd_create(const char *name, unsigned int flags);
int fallocate(int descriptor, int mode, off_t offset, off_t length);

/// The kernel's MFD_CLOEXEC | MFD_ALLOW_SEALING.
static const unsigned int sealable = 0x1 | 0x2;
/// F_ADD_SEALS, F_GET_SEALS.
static const int add_seals = 1033, get_seals = 1034;
/// F_SEAL_SHRINK | F_SEAL_GROW: whoever maps it can rely on its size. F_SEAL_SEAL: and on these.
static const int seal_size = 0x2 | 0x4, seal_seals = 0x1;
/// FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE.
static const int punch_hole = 0x2 | 0x1;

/// Makes memory with a descriptor, of a size that nobody can change any more. Returns the descriptor, or -1 with errno.
static inline int make_sealed_memory(const char *name, off_t size) {
    int descriptor = memfd_create(name, sealable);
    if (descriptor < 0) return -1;
    if (ftruncate(descriptor, size) == 0 && fcntl(descriptor, add_seals, seal_size | seal_seals) == 0) return descriptor;
    int code = errno;
    close(descriptor);
    errno = code;
    return -1;
}

/// Whether the size of a descriptor's memory is sealed: then reading it can never fail.
static inline int is_sealed_memory(int descriptor) {
    int seals = fcntl(descriptor, get_seals);
    return seals >= 0 && (seals & seal_size) == seal_size;
}

/// Gives a part of the memory back to the system; it reads as zeros. Returns 0, or -1 with errno.
static inline int forget_memory(int descriptor, off_t offset, off_t length) {
    return fallocate(descriptor, punch_hole, offset, length);
}

#endif
