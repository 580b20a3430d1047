/* Holds on to what a shared library frees, for one that reads on in memory that it has freed. Only that library's own calls of free() are led
   here, by its table of imported functions; the rest of the program frees as ever. The library is used on one thread. */

#ifndef HELD_MEMORY_H
#define HELD_MEMORY_H

/* From here on, holds what the loaded library with `library` in its path frees: at most 512 blocks and 32 MiB, then the oldest go. Returns 0
   if there is no such library, or its calls can't be led here. */
int hold_memory_of(const char *library);

/* Frees what is held. Returns how many blocks that were. */
unsigned free_held_memory(void);

#endif
