/* evalsql as an extension for DuckDB: loading it makes a database in memory called evalsql, with all macros in it.

   Of DuckDB's C API, a struct of functions that may only grow since v1.2.0, the five functions that are called here are
   declared here, so that a C compiler needs nothing else. `evalsql lib evalsql.c` puts the statements in place of the
   line that includes them. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "statements.h"

typedef struct { void *internal; } *connection;
typedef struct { uint64_t counts[3]; void *internal[3]; } result;

struct api {
    void *open_and_close[3];
    int (*connect)(void *database, connection *made);
    void *interrupt_and_progress[2];
    void (*disconnect)(connection *closed);
    void *version_and_config[6];
    int (*query)(connection asked, const char *statement, result *answer);
    void (*destroy_result)(result *answer);
    void *of_results[6];
    const char *(*error_of)(result *answer);
};

struct access {
    void (*set_error)(void *extension, const char *sentence);
    void **(*get_database)(void *extension);
    const struct api *(*get_api)(void *extension, const char *version);
};

/* Runs one statement; says what DuckDB said of it where it fails. */
static bool run(const struct api *api, connection to, const char *statement, char *said, size_t size) {
    result answer;
    bool failed = api->query(to, statement, &answer);
    if (failed) {
        const char *error = api->error_of(&answer);
        snprintf(said, size, "%s", error ? error : "unknown error");
    }
    api->destroy_result(&answer);
    return !failed;
}

/* Makes the database and its macros. Only this connection uses the database. */
static bool fill(const struct api *api, connection to, char *said, size_t size) {
    if (!run(api, to, "use evalsql", said, size)) return false;
    for (const char *const *each = statements; *each; each++)
        if (!run(api, to, *each, said, size)) return false;
    return true;
}

#if defined(_WIN32)
__declspec(dllexport)
#else
__attribute__((visibility("default")))
#endif
bool evalsql_init_c_api(void *extension, struct access *access) {
    const struct api *api = access->get_api(extension, "v1.2.0");
    char said[1024], sentence[1400];
    connection to;
    if (!api) return false; /* DuckDB has said why */
    void **database = access->get_database(extension);
    if (!database) return false; /* likewise */
    if (api->connect(*database, &to)) {
        access->set_error(extension, "evalsql: DuckDB gave no connection");
        return false;
    }
    bool made = run(api, to, "attach ':memory:' as evalsql (read_write)", said, sizeof said);
    bool filled = made && fill(api, to, said, sizeof said);
    api->disconnect(&to);
    if (made && !filled && !api->connect(*database, &to)) {
        char ignored[1024]; /* what went wrong before is what matters */
        run(api, to, "detach evalsql", ignored, sizeof ignored);
        api->disconnect(&to);
    }
    if (!filled) {
        const char *what = made ? "cannot make its macros in the database evalsql"
            : "cannot make the database evalsql for its macros; detach the one that has this name, or open it under another";
        snprintf(sentence, sizeof sentence, "evalsql: %s: %s", what, said);
        access->set_error(extension, sentence);
    }
    return filled;
}
