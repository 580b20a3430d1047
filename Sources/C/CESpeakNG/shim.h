/* eSpeak NG's API as declared in its own header; Swift imports all of it. */
#include <espeak-ng/speak_lib.h>
