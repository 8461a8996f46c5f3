import CLinux
import Glibc
public import Proto

/// The heads of journals in memory that SessionSvc shares with the edges of its machine. A read then needs no call to
/// find out whether something was written. Without the memory, and on several machines, heads are requested by calls.
///
/// SessionSvc stores a head after the commit and before the response. A reader loads the head first and then checks
/// that the writer lives: the kernel marks the writer's end before it releases the writer's lock on the data, so at the
/// time of the load no other process could have acknowledged a write.
public enum SharedHeads {
  /// The users whose heads are shared at the same time.
  public static let slots = 16_384
  private static let firstSlot = 4_096
  static let bytes = firstSlot + slots * MemoryLayout<shared_head>.stride

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

  static func start(_ memory: UnsafeMutableRawPointer) -> UnsafeMutablePointer<shared_heads_start> {
    memory.assumingMemoryBound(to: shared_heads_start.self)
  }

  static func head(_ slot: Int, _ memory: UnsafeMutableRawPointer) -> UnsafeMutablePointer<shared_head> {
    (memory + firstSlot).assumingMemoryBound(to: shared_head.self) + slot
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

  /// The calling thread must live as long as the process. Returns nil if the system refuses.
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

  public func store(_ head: CallMeta.Head, at place: SharedHeads.Place) {
    precondition((0..<SharedHeads.slots).contains(place.slot), "no such slot")
    guard let memory else { return }
    shared_head_store(SharedHeads.head(place.slot, memory), place.owner, head.seq, head.checksum)
  }

  /// Leaves the slot without an owner.
  public func clear(slot: Int) {
    store(CallMeta.Head(seq: 0, checksum: 0), at: SharedHeads.Place(slot: slot, owner: 0))
  }

  /// From now on no reader uses the memory. Call it before the lock on the data is released.
  public func close() {
    if let memory { shared_heads_close(SharedHeads.start(memory)) }
  }

  private var memory: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: address) }
}

/// The side of an edge.
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

  public var isAlive: Bool { shared_heads_are_alive(SharedHeads.start(memory)) != 0 }
}
