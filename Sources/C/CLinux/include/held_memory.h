/* Delays the effect of free() in a shared library that reads memory after freeing it. Only that library's own calls of free() are
   redirected, through its table of imported functions; the rest of the program frees as usual. The library must be used on one thread. */

#ifndef HELD_MEMORY_H
#define HELD_MEMORY_H

/* From this call on, holds what the loaded library with `library` in its path frees: at most 512 blocks and, beyond 8 blocks, 32 MiB; the
   oldest are freed first. Returns 0 if there is no such library, or its calls can't be redirected. */
int hold_memory_of(const char *library);

/* Frees all held blocks and returns their number. */
unsigned free_held_memory(void);

#endif
