#define _GNU_SOURCE
#include "held_memory.h"

#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if __WORDSIZE == 64
#define SYMBOL_OF(info) ELF64_R_SYM(info)
#else
#define SYMBOL_OF(info) ELF32_R_SYM(info)
#endif

/* eSpeak NG needs a few dictionaries for a word, of two blocks each; the largest has 9 MiB. */
enum { MOST_BLOCKS = 512, FEWEST_BLOCKS = 8, MOST_BYTES = 32 << 20 };

static struct {
    void *blocks[MOST_BLOCKS];
    unsigned first, count;
    size_t bytes;
} held;

static void free_oldest(void) {
    void *block = held.blocks[held.first];
    held.first = (held.first + 1) % MOST_BLOCKS;
    held.count--;
    held.bytes -= malloc_usable_size(block);
    free(block);
}

/* Replaces free() in the library. */
static void hold(void *block) {
    if (!block) return;
    if (held.count == MOST_BLOCKS) free_oldest();
    held.blocks[(held.first + held.count++) % MOST_BLOCKS] = block;
    held.bytes += malloc_usable_size(block);
    while (held.bytes > MOST_BYTES && held.count > FEWEST_BLOCKS) free_oldest();
}

unsigned free_held_memory(void) {
    unsigned count = held.count;
    while (held.count) free_oldest();
    return count;
}

/* Redirects one imported function to `hold`. If the linker has made the slot read-only, it is read-only again afterwards. */
static int redirect_to_hold(const struct dl_phdr_info *library, uintptr_t slot) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *start = (void *)(slot & ~(page - 1));
    int isReadOnly = 0;
    for (int index = 0; index < library->dlpi_phnum; index++) {
        const ElfW(Phdr) *header = &library->dlpi_phdr[index];
        uintptr_t from = library->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_GNU_RELRO && slot >= from && slot < from + header->p_memsz) isReadOnly = 1;
    }
    if (isReadOnly && mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return 0;
    *(void **)slot = (void *)hold;
    if (isReadOnly) mprotect(start, page, PROT_READ);
    return 1;
}

struct search {
    const char *name;
    int isFound;
};

static int visit(struct dl_phdr_info *library, size_t size, void *data) {
    (void)size;
    struct search *search = data;
    if (!library->dlpi_name || !strstr(library->dlpi_name, search->name)) return 0;
    const ElfW(Dyn) *entry = NULL;
    for (int index = 0; index < library->dlpi_phnum; index++)
        if (library->dlpi_phdr[index].p_type == PT_DYNAMIC)
            entry = (const ElfW(Dyn) *)(library->dlpi_addr + library->dlpi_phdr[index].p_vaddr);
    const ElfW(Rela) *tables[2] = {NULL, NULL};
    size_t sizes[2] = {0, 0};
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    /* glibc has already turned these values into addresses. */
    for (; entry && entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
        case DT_RELA: tables[0] = (const void *)entry->d_un.d_ptr; break;
        case DT_RELASZ: sizes[0] = entry->d_un.d_val; break;
        case DT_JMPREL: tables[1] = (const void *)entry->d_un.d_ptr; break;
        case DT_PLTRELSZ: sizes[1] = entry->d_un.d_val; break;
        case DT_SYMTAB: symbols = (const void *)entry->d_un.d_ptr; break;
        case DT_STRTAB: names = (const void *)entry->d_un.d_ptr; break;
        }
    }
    for (int table = 0; symbols && names && table < 2; table++)
        for (size_t index = 0; tables[table] && index < sizes[table] / sizeof *tables[table]; index++) {
            const ElfW(Rela) *relocation = &tables[table][index];
            const char *name = names + symbols[SYMBOL_OF(relocation->r_info)].st_name;
            if (strcmp(name, "free") == 0) search->isFound |= redirect_to_hold(library, library->dlpi_addr + relocation->r_offset);
        }
    return 1;
}

int hold_memory_of(const char *library) {
    struct search search = {library, 0};
    dl_iterate_phdr(visit, &search);
    return search.isFound;
}
