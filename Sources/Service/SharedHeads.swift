import CLinux
import Glibc
public import Proto

/// The heads of journals in memory that SessionSvc shares with the edges and views of its machine. A read then needs no
/// call to find out whether something was written, nor to get the last events. Without the memory, and on several
/// machines, calls are made.
///
/// SessionSvc stores a head after the commit and before the response. A reader loads the head first and then checks
/// that the writer lives: the kernel marks the writer's end before it releases the writer's lock on the data, so at the
/// time of the load no other process could have acknowledged a write.
public enum SharedHeads {
  /// The users whose heads are shared at the same time.
  public static let slots = 16_384
  private static let firstSlot = 4_096
  private static let firstWord = firstSlot + slots * MemoryLayout<shared_head>.stride
  static let bytes = firstWord + Int(shared_event_words) * 8
  /// The largest events that are shared, a multiple of 8.
  public static let eventBytes = 2_048
  /// The records that one read takes at most.
  public static let recordsPerRead = 16

  /// The slot of a user's head, and the number of this assignment: a slot that now belongs to another user is not
  /// mistaken for the user's.
  public struct Place: Hashable, Sendable {
    public let slot: Int
    public let owner: Int64

    public init(slot: Int, owner: Int64) {
      self.slot = slot
      self.owner = owner
    }

    /// Returns nil if the number does not name a place.
    public init?(number: Int) {
      guard number >= SharedHeads.slots else { return nil }
      self.init(slot: number % SharedHeads.slots, owner: Int64(number / SharedHeads.slots))
    }

    /// The place as one number.
    public var number: Int { Int(owner) * SharedHeads.slots + slot }
  }

  /// The events that one command has appended to a journal.
  public struct Events: Equatable, Sendable {
    /// The head before them and after them.
    public var (before, last): (CallMeta.Head, CallMeta.Head)
    public var count: Int
    /// Concatenated CBOR items.
    public var bytes: [UInt8]

    public init(from before: CallMeta.Head, to last: CallMeta.Head, count: Int, bytes: [UInt8]) {
      (self.before, self.last) = (before, last)
      self.count = count
      self.bytes = bytes
    }
  }

  static func start(_ memory: UnsafeMutableRawPointer) -> UnsafeMutablePointer<shared_heads_start> {
    memory.assumingMemoryBound(to: shared_heads_start.self)
  }

  static func head(_ slot: Int, _ memory: UnsafeMutableRawPointer) -> UnsafeMutablePointer<shared_head> {
    (memory + firstSlot).assumingMemoryBound(to: shared_head.self) + slot
  }

  static func ring(_ memory: UnsafeMutableRawPointer) -> UnsafeMutablePointer<UInt64> {
    (memory + firstWord).assumingMemoryBound(to: UInt64.self)
  }
}

/// The side of SessionSvc. It is used under the lock of the heads, and is never unmapped, because the kernel follows
/// pointers into it when the process ends.
public struct SharedHeadsWriter: Sendable {
  /// The address of the memory, which stays valid.
  private let address: UInt
  /// The file of the memory, for readers of the same user on the same machine.
  public let path: String
  /// A random number in the memory. A file at the same path that belongs to another process has another one.
  public let identity: Int64

  /// The calling thread must live as long as the process. Returns nil if the memory cannot be created.
  public init?() {
    let identity = Int64.random(in: 1...Int64.max)
    let descriptor = open_memory_file()
    guard descriptor >= 0, ftruncate(descriptor, SharedHeads.bytes) == 0,
      let memory = mmap(nil, SharedHeads.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED, shared_heads_begin(SharedHeads.start(memory), identity) == 0
    else {
      if descriptor >= 0 { Glibc.close(descriptor) }
      return nil
    }
    address = UInt(bitPattern: memory)
    path = "/proc/\(getpid())/fd/\(descriptor)"
    self.identity = identity
  }

  /// Stores a head, and with it the events that lead to it, unless they are unknown. The reader sees both or neither.
  public func store(_ head: CallMeta.Head, at place: SharedHeads.Place, _ events: SharedHeads.Events? = nil) {
    precondition((0..<SharedHeads.slots).contains(place.slot), "no such slot")
    guard let memory else { return }
    let slot = SharedHeads.head(place.slot, memory)
    var position = slot.pointee.owner == place.owner ? slot.pointee.events : 0
    if let events { position = append(events, place.owner, after: position, memory) }
    shared_head_store(slot, place.owner, head.seq, head.checksum, position)
  }

  private func append(
    _ events: SharedHeads.Events, _ owner: Int64, after previous: UInt64, _ memory: UnsafeMutableRawPointer
  ) -> UInt64 {
    let isShared = events.bytes.count <= SharedHeads.eventBytes
    let record = shared_record(
      owner: owner, before_seq: events.before.seq, before_checksum: events.before.checksum, seq: events.last.seq,
      checksum: events.last.checksum, count: isShared ? Int64(events.count) : 0,
      bytes: isShared ? Int64(events.bytes.count) : 0, previous: previous)
    return events.bytes.withUnsafeBytes { bytes in
      shared_record_store(SharedHeads.start(memory), SharedHeads.ring(memory), record, bytes.baseAddress)
    }
  }

  /// Leaves the slot without an owner, and removes the owner's events.
  public func clear(slot number: Int) {
    precondition((0..<SharedHeads.slots).contains(number), "no such slot")
    guard let memory else { return }
    let slot = SharedHeads.head(number, memory)
    let (owner, position) = (slot.pointee.owner, slot.pointee.events)
    shared_head_store(slot, 0, 0, 0, 0)
    shared_records_wipe(SharedHeads.start(memory), SharedHeads.ring(memory), owner, position)
  }

  /// From now on no reader uses the memory. Call it before the lock on the data is released.
  public func close() {
    if let memory { shared_heads_close(SharedHeads.start(memory)) }
  }

  private var memory: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: address) }
}

/// The side of an edge or a view.
public final class SharedHeadsReader {
  private let memory: UnsafeMutableRawPointer

  /// Returns nil if the memory cannot be opened from here, or is another file.
  public init?(path: String, identity: Int64) {
    // Opening a pipe must not wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size == SharedHeads.bytes,
      let memory = mmap(nil, SharedHeads.bytes, PROT_READ, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
    else { return nil }
    guard SharedHeads.start(memory).pointee.identity == identity else {
      munmap(memory, SharedHeads.bytes)
      return nil
    }
    self.memory = memory
  }

  deinit {
    munmap(memory, SharedHeads.bytes)
  }

  /// Returns the head at the place, or nil if the slot has another owner or is being changed. It is only valid if
  /// `isAlive` is true afterwards.
  public func head(at place: SharedHeads.Place) -> CallMeta.Head? {
    guard (0..<SharedHeads.slots).contains(place.slot) else { return nil }
    var (seq, checksum): (Int64, Int64) = (0, 0)
    guard shared_head_load(SharedHeads.head(place.slot, memory), place.owner, &seq, &checksum) != 0 else { return nil }
    return CallMeta.Head(seq: seq, checksum: checksum)
  }

  /// Returns the events that lead from one head to another, or nil if not all are there. They are valid if the second
  /// head is, which the caller knows to be one of the journal: the checksums of both ends state which history they are.
  public func events(
    at place: SharedHeads.Place, from first: CallMeta.Head, to last: CallMeta.Head
  ) -> [SharedHeads.Events]? {
    guard (0..<SharedHeads.slots).contains(place.slot), first.seq < last.seq else { return nil }
    let slot = SharedHeads.head(place.slot, memory)
    guard shared_head_is_of(slot, place.owner) != 0 else { return nil }
    var position = shared_head_events(slot)
    var found: [SharedHeads.Events] = []
    for _ in 0..<SharedHeads.recordsPerRead {
      guard let (events, previous) = load(position, of: place.owner) else { return nil }
      position = previous
      // Events after the last head are left out.
      if found.isEmpty, events.last.seq > last.seq { continue }
      guard events.count > 0, events.last == found.last?.before ?? last else { return nil }
      found.append(events)
      guard events.before.seq <= first.seq else { continue }
      // Checked after everything was loaded: an owner's events are removed after the owner.
      guard events.before == first, shared_head_is_of(slot, place.owner) != 0 else { return nil }
      return found.reversed()
    }
    return nil
  }

  private func load(_ position: UInt64, of owner: Int64) -> (SharedHeads.Events, previous: UInt64)? {
    var record = shared_record()
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: SharedHeads.eventBytes) { bytes, count in
      isWhole =
        shared_record_load(
          SharedHeads.start(memory), SharedHeads.ring(memory), position, &record, bytes.baseAddress,
          Int64(SharedHeads.eventBytes)) != 0
      count = isWhole ? Int(record.bytes) : 0
    }
    guard isWhole, record.owner == owner else { return nil }
    let events = SharedHeads.Events(
      from: CallMeta.Head(seq: record.before_seq, checksum: record.before_checksum),
      to: CallMeta.Head(seq: record.seq, checksum: record.checksum), count: Int(record.count), bytes: bytes)
    return (events, record.previous)
  }

  public var isAlive: Bool { shared_heads_are_alive(SharedHeads.start(memory)) != 0 }
}
