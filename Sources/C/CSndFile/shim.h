/* libsndfile's API as declared in its own header. */
#include <sndfile.h>
