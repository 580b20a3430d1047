/* libsamplerate's API as declared in its own header. */
#include <samplerate.h>
