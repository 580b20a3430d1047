/* eSpeak NG's API as its own header declares it; Swift imports all of it. */
#include <espeak-ng/speak_lib.h>
