// The minimum for speech, to compare announced with: one thread, libespeak-ng, a nonblocking ALSA PCM that starts with its first frame, the
// synthesizer's leading silence cut, and snd_pcm_drop to stop.
//
//     bare-loop open|keep PCM [BUFFER-MS]
//
// "open" opens the PCM for each utterance, "keep" once. Standard input: "speak TEXT" (stops what is spoken), "stop". Standard output:
// "ready", and for each utterance "wrote N": when its first loud sample was written, in nanoseconds of CLOCK_MONOTONIC.

#include <alsa/asoundlib.h>
#include <espeak-ng/speak_lib.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { loud = 100, longest_line = 4096, most_descriptors = 16 };

static bool keep;
static const char *name;
static unsigned buffer_microseconds = 40000;
static unsigned rate;
static snd_pcm_t *pcm;
static bool began;  // The utterance's first loud sample has been written, and nothing has stopped the utterance since.

static char input[longest_line];
static size_t input_length;

static void check(int result, const char *what) {
    if (result >= 0) return;
    fprintf(stderr, "bare-loop: %s: %s\n", what, snd_strerror(result));
    exit(1);
}

static void open_pcm(void) {
    snd_pcm_hw_params_t *hardware;
    snd_pcm_sw_params_t *software;
    check(snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK), "snd_pcm_open");
    snd_pcm_hw_params_alloca(&hardware);
    check(snd_pcm_hw_params_any(pcm, hardware), "snd_pcm_hw_params_any");
    check(snd_pcm_hw_params_set_access(pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED), "access");
    check(snd_pcm_hw_params_set_format(pcm, hardware, SND_PCM_FORMAT_S16), "format");
    check(snd_pcm_hw_params_set_channels(pcm, hardware, 1), "channels");
    check(snd_pcm_hw_params_set_rate(pcm, hardware, rate, 0), "rate");
    unsigned buffer = buffer_microseconds, period = buffer_microseconds / 4;
    check(snd_pcm_hw_params_set_buffer_time_near(pcm, hardware, &buffer, NULL), "buffer");
    check(snd_pcm_hw_params_set_period_time_near(pcm, hardware, &period, NULL), "period");
    check(snd_pcm_hw_params(pcm, hardware), "snd_pcm_hw_params");
    snd_pcm_sw_params_alloca(&software);
    check(snd_pcm_sw_params_current(pcm, software), "snd_pcm_sw_params_current");
    check(snd_pcm_sw_params_set_start_threshold(pcm, software, 1), "start threshold");
    check(snd_pcm_sw_params(pcm, software), "snd_pcm_sw_params");
}

static void silence(void) {
    if (!pcm || !began) return;
    began = false;
    snd_pcm_drop(pcm);
    if (keep) {
        check(snd_pcm_prepare(pcm), "snd_pcm_prepare");
    } else {
        snd_pcm_close(pcm);
        pcm = NULL;
    }
}

/// Waits for the PCM, standard input or the timeout; returns whether standard input has data. A negative timeout means none, and `for_room`
/// false ignores the PCM.
static bool commanded(bool for_room, int milliseconds) {
    struct pollfd polled[most_descriptors] = {{.fd = STDIN_FILENO, .events = POLLIN}};
    int count = 0;
    if (for_room) count = snd_pcm_poll_descriptors(pcm, polled + 1, most_descriptors - 1);
    if (poll(polled, 1 + (count > 0 ? count : 0), milliseconds) < 0) return false;
    unsigned short events;
    if (count > 0) snd_pcm_poll_descriptors_revents(pcm, polled + 1, count, &events);
    return polled[0].revents != 0;
}

/// Handles the synthesizer's callback; returning 1 ends the synthesis.
static int play(short *samples, int count, espeak_EVENT *events) {
    (void)events;
    if (!samples) return 0;
    if (!began) {
        while (count > 0 && abs(*samples) <= loud) samples++, count--;
        if (count == 0) return 0;
        began = true;
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        printf("wrote %lld\n", now.tv_sec * 1000000000LL + now.tv_nsec);
    }
    while (count > 0) {
        if (commanded(false, 0)) return 1;
        snd_pcm_sframes_t written = snd_pcm_writei(pcm, samples, count);
        if (written == -EAGAIN) {
            if (commanded(true, 1000)) return 1;
        } else if (written < 0) {
            check(snd_pcm_recover(pcm, written, 1), "snd_pcm_recover");
        } else {
            samples += written;
            count -= written;
        }
    }
    return 0;
}

static void speak(const char *text) {
    silence();
    if (!pcm) open_pcm();
    espeak_Synth(text, strlen(text) + 1, 0, POS_CHARACTER, 0, espeakCHARS_UTF8, NULL, NULL);
    // Wait until everything written has been heard, or a command arrives.
    snd_pcm_sframes_t delay;
    while (!commanded(false, 0)) {
        if (snd_pcm_delay(pcm, &delay) < 0 || delay <= 0) {
            silence();
            return;
        }
        commanded(false, 1 + delay * 1000 / rate);
    }
}

/// Returns the next line of standard input, without its end.
static bool next_line(char *line) {
    char *end;
    while (!(end = memchr(input, '\n', input_length))) {
        ssize_t count = read(STDIN_FILENO, input + input_length, sizeof input - input_length);
        if (count <= 0) return false;
        input_length += count;
    }
    size_t length = end - input;
    memcpy(line, input, length);
    line[length] = 0;
    input_length -= length + 1;
    memmove(input, end + 1, input_length);
    return true;
}

int main(int count, char **arguments) {
    if (count < 3 || (strcmp(arguments[1], "open") && strcmp(arguments[1], "keep"))) {
        fprintf(stderr, "usage: bare-loop open|keep PCM [BUFFER-MS]\n");
        return 64;
    }
    keep = !strcmp(arguments[1], "keep");
    name = arguments[2];
    if (count > 3) buffer_microseconds = atoi(arguments[3]) * 1000;
    setvbuf(stdout, NULL, _IOLBF, 0);
    int result = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 0, NULL, 0);
    check(result, "espeak_Initialize");
    rate = result;
    espeak_SetSynthCallback(play);
    if (espeak_SetVoiceByName("en-us+michel") != EE_OK) check(-EINVAL, "espeak_SetVoiceByName");
    if (keep) open_pcm();
    printf("ready\n");
    char line[longest_line];
    while (next_line(line)) {
        if (!strncmp(line, "speak ", 6)) {
            speak(line + 6);
        } else {
            silence();
        }
    }
    return 0;
}
