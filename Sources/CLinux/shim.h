// What Linux has and the Glibc module leaves out: epoll, eventfd, timerfd, signalfd, accept4, malloc_trim.
#pragma once
#include <fcntl.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
extern char **environ;

// The variable itself is shared mutable state to Swift; its value at a moment is not.
static inline char **current_environment(void) { return environ; }

// A macro over a variadic function, which Swift does not import.
static inline int become_mortal_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }

// A lock of the open file itself: unlike the older ones it stays when this process closes the file elsewhere, and it
// meets none of SQLite's, which lie elsewhere in the file. The C library shows its number to _GNU_SOURCE alone.
static inline int lock_far_byte(int descriptor) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 1ll << 62, .l_len = 1};
    return fcntl(descriptor, 37, &lock);
}

// Benchmarks hold both sides to one core. The C library shows these calls to _GNU_SOURCE alone.
extern long syscall(long number, ...);

static inline int current_core(void) {
    unsigned core = 0;
    syscall(SYS_getcpu, &core, 0, 0);
    return (int)core;
}

static inline int hold_to_core(int core) {
    unsigned long mask[16] = {0};
    mask[core / 64 % 16] = 1ul << core % 64;
    return (int)syscall(SYS_sched_setaffinity, 0, sizeof mask, mask);
}

static inline int hold_to_any_core(void) {
    unsigned long mask[16];
    for (int index = 0; index < 16; index++) mask[index] = ~0ul;
    return (int)syscall(SYS_sched_setaffinity, 0, sizeof mask, mask);
}
