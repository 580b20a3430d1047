/* sd-bus, libsystemd's client of D-Bus, as declared in its own header. */
#include <systemd/sd-bus.h>
