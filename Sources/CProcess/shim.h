// What Swift's Glibc module lacks: the variadic prctl, and what is declared only with _GNU_SOURCE.

#ifndef CPROCESS_SHIM_H
#define CPROCESS_SHIM_H

#include <elf.h>
#include <malloc.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

int pipe2(int descriptors[2], int flags);
int posix_openpt(int flags);
int ptsname_r(int terminal, char *name, size_t length);
int unlockpt(int terminal);

/// The beginning of what `dl_iterate_phdr` says of each loaded file.
struct dl_phdr_info {
    Elf64_Addr dlpi_addr;
    const char *dlpi_name;
    const Elf64_Phdr *dlpi_phdr;
    Elf64_Half dlpi_phnum;
};
int dl_iterate_phdr(int (*callback)(struct dl_phdr_info *, size_t, void *), void *data);

/// Makes the kernel send this process a signal when its parent ends (strictly, the thread that started it). Returns 0, or -1 with errno.
static inline int set_parent_death_signal(int signal) {
    return prctl(PR_SET_PDEATHSIG, (unsigned long)signal, 0UL, 0UL, 0UL);
}

/// Returns a descriptor that has input once the process has ended, or -1 with errno.
static inline int open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

/// Unmaps what one loaded file may only read. `dl_iterate_phdr` calls it.
static inline int release_file_pages(struct dl_phdr_info *file, size_t size, void *unused) {
    const unsigned long page = 4096;
    for (int index = 0; index < file->dlpi_phnum; index++) {
        const Elf64_Phdr *segment = &file->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) != 0) continue;
        // The last page may also be in the next segment, which may be written to; that is another mapping.
        unsigned long start = file->dlpi_addr + segment->p_vaddr;
        unsigned long end = (start + segment->p_memsz + page - 1) & ~(page - 1);
        start &= ~(page - 1);
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

/// Unmaps the code and constants of the program and its libraries. Pages used again are read from the file cache: a few microseconds
/// for each 64 KiB, once. Any thread may call it while others run.
static inline void release_pages(void) { dl_iterate_phdr(release_file_pages, NULL); }

/// Limits the process's own memory, in bytes: a larger allocation fails. Large blocks are returned to the system once they are freed.
static inline void limit_memory(unsigned long most) {
    const struct rlimit limit = {most, most};
    setrlimit(RLIMIT_DATA, &limit);
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
}

#endif
