#define _GNU_SOURCE
#include "process.h"

#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int set_parent_death_signal(int signal) { return prctl(PR_SET_PDEATHSIG, (unsigned long)signal, 0UL, 0UL, 0UL); }

int open_process(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

/* Unmaps what one loaded file may only read. */
static int release_file_pages(struct dl_phdr_info *file, size_t size, void *unused) {
    (void)size;
    (void)unused;
    const unsigned long page = 4096;
    for (int index = 0; index < file->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &file->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) != 0) continue;
        /* The last page may also be in the next segment, which may be written to; that is another mapping. */
        unsigned long start = file->dlpi_addr + segment->p_vaddr;
        unsigned long end = (start + segment->p_memsz + page - 1) & ~(page - 1);
        start &= ~(page - 1);
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void release_memory(void) {
    malloc_trim(0);
    dl_iterate_phdr(release_file_pages, NULL);
}

void limit_memory(unsigned long most) {
    const struct rlimit limit = {most, most};
    setrlimit(RLIMIT_DATA, &limit);
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
}
