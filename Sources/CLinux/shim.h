// Calls of Linux that the Glibc module lacks: epoll, eventfd, timerfd, signalfd, accept4, malloc_trim.
#pragma once
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
extern char **environ;
extern long syscall(long number, ...);
extern int pipe2(int ends[2], int flags);

// Swift rejects the variable because it is shared mutable state. This returns its current value.
static inline char **current_environment(void) { return environ; }

// The kernel sends the signal to this process when its parent ends. Swift does not import the variadic `prctl`.
static inline int end_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }

// This process and its children can only lose privileges from now on.
static inline int give_up_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

// Opens a file without a name, in a folder or in memory. The kernel deletes it when the last process closes it.
static inline int open_unnamed_file(const char *folder) {
    return open(folder, 020000000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0600);
}

static inline int open_memory_file(void) { return (int)syscall(SYS_memfd_create, "waymark", 1u); }

// Locks one byte for the open file description. Unlike a POSIX lock, it stays when this process closes the same file at
// another place, and it does not overlap SQLite's locks. The C library defines its number only with _GNU_SOURCE.
static inline int lock_far_byte(int descriptor) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 1ll << 62, .l_len = 1};
    return fcntl(descriptor, 37, &lock);
}

// Whether another open file description holds the lock.
static inline int far_byte_is_locked(int descriptor) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 1ll << 62, .l_len = 1};
    return fcntl(descriptor, 36, &lock) == 0 && lock.l_type != F_UNLCK;
}

// Benchmarks pin both sides to one core. The C library declares these calls only with _GNU_SOURCE.
static inline int current_core(void) {
    unsigned core = 0;
    syscall(SYS_getcpu, &core, 0, 0);
    return (int)core;
}

static inline int pin_to_core(int core) {
    unsigned long mask[16] = {0};
    mask[core / 64 % 16] = 1ul << core % 64;
    return (int)syscall(SYS_sched_setaffinity, 0, sizeof mask, mask);
}

static inline int unpin_from_core(void) {
    unsigned long mask[16];
    for (int index = 0; index < 16; index++) mask[index] = ~0ul;
    return (int)syscall(SYS_sched_setaffinity, 0, sizeof mask, mask);
}

// Lowers the priority of this process for the processor and for the disk.
static inline void lower_priority(void) {
    setpriority(PRIO_PROCESS, 0, 10);
    syscall(SYS_ioprio_set, 1, 0, 2 << 13 | 7);
}

// Memory that processes share: the heads of journals and their last events. Only the writer's process stores, with one
// thread at a time.

// The first word of a robust mutex is the thread that holds it. When that thread ends for any reason, the kernel
// replaces it with a mark, before it closes the files of the process.
struct shared_heads_start {
    pthread_mutex_t life;
    int is_closed;
    long long identity;
    // The end of the last record of events, also while it is being written.
    unsigned long long end;
};

// `version` is odd while the others change. `events` is the position of the owner's last record of events, or 0.
struct shared_head {
    unsigned version;
    long long owner;
    long long seq;
    long long checksum;
    unsigned long long events;
};

// Records of events are in a ring of words, which new records overwrite. Positions only grow. A record begins with
// these words; the bytes of its events follow.
enum { shared_event_words = 1 << 15, shared_record_words = 8 };
struct shared_record {
    long long owner;
    // The head before the events and after them.
    long long before_seq;
    long long before_checksum;
    long long seq;
    long long checksum;
    // The number of events and their bytes. There are none if they are too large.
    long long count;
    long long bytes;
    // The owner's record before this one, or 0.
    unsigned long long previous;
};

static inline int shared_heads_begin(struct shared_heads_start *start, long long identity) {
    start->identity = identity;
    start->end = 1;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
    int failure = pthread_mutex_init(&start->life, &kind);
    pthread_mutexattr_destroy(&kind);
    return failure != 0 ? failure : pthread_mutex_lock(&start->life);
}

static inline void shared_heads_close(struct shared_heads_start *start) {
    __atomic_store_n(&start->is_closed, 1, __ATOMIC_SEQ_CST);
}

// Whether the writer's thread runs and has not closed the memory.
static inline int shared_heads_are_alive(const struct shared_heads_start *start) {
    unsigned word = __atomic_load_n((const unsigned *)&start->life, __ATOMIC_SEQ_CST);
    int is_dead = (word & 0x40000000u) != 0 || (word & 0x3FFFFFFFu) == 0;
    return !is_dead && __atomic_load_n(&start->is_closed, __ATOMIC_SEQ_CST) == 0;
}

static inline void shared_head_store(
    struct shared_head *head, long long owner, long long seq, long long checksum, unsigned long long events) {
    unsigned version = head->version;
    __atomic_store_n(&head->version, version + 1, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    __atomic_store_n(&head->owner, owner, __ATOMIC_RELAXED);
    __atomic_store_n(&head->seq, seq, __ATOMIC_RELAXED);
    __atomic_store_n(&head->checksum, checksum, __ATOMIC_RELAXED);
    __atomic_store_n(&head->events, events, __ATOMIC_RELAXED);
    __atomic_store_n(&head->version, version + 2, __ATOMIC_SEQ_CST);
}

// False if the head is another owner's or is being changed at this moment.
static inline int shared_head_load(
    const struct shared_head *head, long long owner, long long *seq, long long *checksum) {
    unsigned version = __atomic_load_n(&head->version, __ATOMIC_SEQ_CST);
    long long found = __atomic_load_n(&head->owner, __ATOMIC_RELAXED);
    *seq = __atomic_load_n(&head->seq, __ATOMIC_RELAXED);
    *checksum = __atomic_load_n(&head->checksum, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return found == owner && (version & 1) == 0 && version == __atomic_load_n(&head->version, __ATOMIC_RELAXED);
}

static inline unsigned long long shared_head_events(const struct shared_head *head) {
    return __atomic_load_n(&head->events, __ATOMIC_ACQUIRE);
}

static inline int shared_head_is_of(const struct shared_head *head, long long owner) {
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return __atomic_load_n(&head->owner, __ATOMIC_RELAXED) == owner;
}

static inline void shared_word_store(unsigned long long *ring, unsigned long long at, unsigned long long word) {
    __atomic_store_n(&ring[at % shared_event_words], word, __ATOMIC_RELAXED);
}

static inline unsigned long long shared_word_load(const unsigned long long *ring, unsigned long long at) {
    return __atomic_load_n(&ring[at % shared_event_words], __ATOMIC_RELAXED);
}

// Adds a record and returns its position. A reader that sees one of its words also sees the new end.
static inline unsigned long long shared_record_store(
    struct shared_heads_start *start, unsigned long long *ring, struct shared_record record, const void *events) {
    unsigned long long at = start->end, words = ((unsigned long long)record.bytes + 7) / 8;
    __atomic_store_n(&start->end, at + shared_record_words + words, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    unsigned long long header[shared_record_words];
    __builtin_memcpy(header, &record, sizeof header);
    for (int index = 0; index < shared_record_words; index++) shared_word_store(ring, at + index, header[index]);
    for (unsigned long long index = 0; index < words; index++) {
        unsigned long long word = 0, rest = (unsigned long long)record.bytes - 8 * index;
        __builtin_memcpy(&word, (const char *)events + 8 * index, rest < 8 ? rest : 8);
        shared_word_store(ring, at + shared_record_words + index, word);
    }
    return at;
}

// Whether nothing has overwritten what was loaded from this position on.
static inline int shared_record_is_whole(const struct shared_heads_start *start, unsigned long long at) {
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return at > 0 && __atomic_load_n(&start->end, __ATOMIC_RELAXED) - at <= shared_event_words;
}

// Loads a record and its events. False if it has been overwritten or is larger than the capacity, which is a multiple
// of 8.
static inline int shared_record_load(
    const struct shared_heads_start *start, const unsigned long long *ring, unsigned long long at,
    struct shared_record *record, void *events, long long capacity) {
    unsigned long long header[shared_record_words];
    for (int index = 0; index < shared_record_words; index++) header[index] = shared_word_load(ring, at + index);
    if (!shared_record_is_whole(start, at)) return 0;
    __builtin_memcpy(record, header, sizeof header);
    if (record->bytes < 0 || record->bytes > capacity) return 0;
    for (long long index = 0; 8 * index < record->bytes; index++) {
        unsigned long long word = shared_word_load(ring, at + shared_record_words + index);
        __builtin_memcpy((char *)events + 8 * index, &word, 8);
    }
    return shared_record_is_whole(start, at);
}

// Replaces an owner's records by zeros. The head has another owner already: a reader that sees a zero sees that too.
static inline void shared_records_wipe(
    struct shared_heads_start *start, unsigned long long *ring, long long owner, unsigned long long at) {
    __atomic_thread_fence(__ATOMIC_RELEASE);
    while (shared_record_is_whole(start, at) && shared_word_load(ring, at) == (unsigned long long)owner) {
        unsigned long long words = shared_record_words + (shared_word_load(ring, at + 6) + 7) / 8;
        unsigned long long previous = shared_word_load(ring, at + 7);
        for (unsigned long long index = 0; index < words; index++) shared_word_store(ring, at + index, 0);
        at = previous;
    }
}
