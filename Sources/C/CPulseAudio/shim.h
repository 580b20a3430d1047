/* libpulse's API as declared in its own headers. */
#include <pulse/pulseaudio.h>
