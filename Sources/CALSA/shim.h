/* libasound's API as its own header declares it, and the one thing of it that Swift can't write: a C function with variable arguments. */
#include <alsa/asoundlib.h>

/* Takes libasound's own error lines and drops them: what went wrong is told by the result codes, once, in our words. */
static inline void calsa_drop_error_line(const char *file, int line, const char *function, int error, const char *format, ...)
{
	(void)file;
	(void)line;
	(void)function;
	(void)error;
	(void)format;
}

/* Keeps libasound from writing to standard error by itself, in this process and from now on. */
static inline void calsa_silence_error_lines(void)
{
	snd_lib_error_set_handler(calsa_drop_error_line);
}
