// A program with libspeechd in its threaded mode: each line of its input is a command, and each callback prints a line.
#include <libspeechd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void event(size_t message, size_t client, SPDNotificationType type) {
    const char *names[] = {
        [SPD_EVENT_BEGIN] = "begin", [SPD_EVENT_END] = "end", [SPD_EVENT_CANCEL] = "cancel",
        [SPD_EVENT_PAUSE] = "pause", [SPD_EVENT_RESUME] = "resume",
    };
    printf("%s %zu\n", names[type], message);
}

static void mark(size_t message, size_t client, SPDNotificationType type, char *name) { printf("mark %s %zu\n", name, message); }

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    SPDConnection *connection = spd_open("threaded-client", "main", NULL, SPD_MODE_THREADED);
    if (!connection) return 1;
    connection->callback_begin = connection->callback_end = connection->callback_cancel = event;
    connection->callback_pause = connection->callback_resume = event;
    connection->callback_im = mark;
    spd_set_notification_on(connection, SPD_ALL);
    spd_set_data_mode(connection, SPD_DATA_SSML);

    char line[1000];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        int result;
        if (!strcmp(line, "pause")) result = spd_pause(connection);
        else if (!strcmp(line, "resume")) result = spd_resume(connection);
        else if (!strcmp(line, "cancel")) result = spd_cancel(connection);
        else result = spd_say(connection, SPD_MESSAGE, line);
        if (result < 0) printf("failed: %s\n", line);
    }
    spd_close(connection);
    return 0;
}
