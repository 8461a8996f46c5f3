// What Linux has and the Glibc module leaves out: epoll, eventfd, timerfd, signalfd, accept4.
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
extern char **environ;

// The variable itself is shared mutable state to Swift; its value at a moment is not.
static inline char **current_environment(void) { return environ; }

// A macro over a variadic function, which Swift does not import.
static inline int become_mortal_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }
