public import Proto

extension SessionAPI {
  /// The end of a user's journal; `seq` and checksum are 0 if there is no journal. Equal checksums at a seq mean equal
  /// histories.
  public struct Head: Codable, Hashable, Sendable {
    public var seq: Int64
    public var checksum: Int64

    public init(seq: Int64, checksum: Int64) {
      self.seq = seq
      self.checksum = checksum
    }
  }

  /// Returns the heads of several users' journals, in the order of the request. A read calls it first, so that it
  /// includes every earlier write.
  public struct FetchHeads: Method {
    public typealias API = SessionAPI
    public static let name = "journal.heads"
    public var users: [String]
    /// Whether the caller can read shared memory.
    public var wantsSlots: Bool?

    public init(users: [String], wantsSlots: Bool? = nil) {
      self.users = users
      self.wantsSlots = wantsSlots
    }

    public struct Reply: Codable, Sendable {
      public var heads: [Head]
      /// The places of the heads in shared memory, or -1 for a head that is not there.
      public var slots: [Int]?
      /// The file of the shared memory.
      public var memory: String?
      /// A random number in that memory. A file at the same path may be another one.
      public var memoryIdentity: Int64?

      public init(heads: [Head], slots: [Int]? = nil, memory: String? = nil, memoryIdentity: Int64? = nil) {
        self.heads = heads
        self.slots = slots
        self.memory = memory
        self.memoryIdentity = memoryIdentity
      }
    }
  }

  /// Returns the events of one user after a position, oldest first: as many as fit into `maxBytes`, but at least one if
  /// there is one.
  public struct ReadJournal: Method {
    public typealias API = SessionAPI
    public static let name = "journal.read"
    public var user: String
    public var after: Int64
    public var maxBytes: Int?
    /// Whether the caller can read shared memory.
    public var wantsSlot: Bool?

    public init(user: String, after: Int64, maxBytes: Int? = nil, wantsSlot: Bool? = nil) {
      self.user = user
      self.after = after
      self.maxBytes = maxBytes
      self.wantsSlot = wantsSlot
    }

    public struct Reply: Codable, Sendable {
      /// The checksum at `after`, or nil if the journal has no such position. A view compares it to detect that the
      /// journal was replaced.
      public var checksumAfter: Int64?
      public var count: Int
      /// The position and checksum of the last event in this reply.
      public var last: Head
      /// The journal's head at the time of reading.
      public var head: Head
      /// `count` events, concatenated CBOR items.
      public var events: [UInt8]
      /// The place of the user's events in shared memory, or -1 if they are not there.
      public var slot: Int?
      /// The file of the shared memory, and a random number in it, as in `FetchHeads`.
      public var memory: String?
      public var memoryIdentity: Int64?

      public init(checksumAfter: Int64?, count: Int, last: Head, head: Head, events: [UInt8]) {
        self.checksumAfter = checksumAfter
        self.count = count
        self.last = last
        self.head = head
        self.events = events
      }
    }
  }

  /// Returns every user who has a journal, sorted by id.
  public struct ListUsers: Method {
    public typealias API = SessionAPI
    public static let name = "journal.users"
    public var after: String?
    public var limit: Int?

    public init(after: String? = nil, limit: Int? = nil) {
      self.after = after
      self.limit = limit
    }

    public struct Reply: Codable, Sendable {
      public var users: [String]
      public var next: String?

      public init(users: [String], next: String?) {
        self.users = users
        self.next = next
      }
    }
  }
}
