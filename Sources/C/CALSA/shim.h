/* libasound's API as declared in its own header, and the one piece that Swift can't express: a C function with variable arguments. */
#include <alsa/asoundlib.h>

/* Drops libasound's own error lines: we report each error once ourselves, from the result codes. */
static inline void calsa_drop_error_line(const char *file, int line, const char *function, int error, const char *format, ...)
{
	(void)file;
	(void)line;
	(void)function;
	(void)error;
	(void)format;
}

/* Keeps libasound from writing to standard error, from this call on and in the whole process. */
static inline void calsa_silence_error_lines(void)
{
	snd_lib_error_set_handler(calsa_drop_error_line);
}
