#include <stddef.h>
#include <stdint.h>

// libFuzzer has no header of its own. Takes a program's arguments; returns its exit code.
int LLVMFuzzerRunDriver(
    int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv, int (*_Nonnull readInput)(const uint8_t *_Nullable bytes, size_t count));
