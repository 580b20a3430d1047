#include <stddef.h>
#include <stdint.h>

// Runs libFuzzer with a program's arguments, and returns its exit code; -1 without libFuzzer, which only `scripts/fuzz.py` links.
int fuzz(
    int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv, int (*_Nonnull readInput)(const uint8_t *_Nullable bytes, size_t count));
