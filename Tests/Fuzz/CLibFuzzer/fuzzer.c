#include "fuzzer.h"

// libFuzzer has no header of its own.
__attribute__((weak)) int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*readInput)(const uint8_t *bytes, size_t count));

int fuzz(int *argc, char ***argv, int (*readInput)(const uint8_t *bytes, size_t count)) {
    return LLVMFuzzerRunDriver ? LLVMFuzzerRunDriver(argc, argv, readInput) : -1;
}
