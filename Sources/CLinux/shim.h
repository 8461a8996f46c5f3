// What Linux has and the Glibc module leaves out: epoll, eventfd, timerfd, signalfd, accept4.
#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
