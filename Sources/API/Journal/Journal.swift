public import Proto

extension SessionAPI {
  /// Where a user's journal ends: `seq` 0 and checksum 0 where there is none. Equal checksums at a seq mean equal
  /// histories.
  public struct Head: Codable, Hashable, Sendable {
    public var seq: Int64
    public var checksum: Int64

    public init(seq: Int64, checksum: Int64) {
      self.seq = seq
      self.checksum = checksum
    }
  }

  /// The ends of several users' journals, in the order asked: what makes a view's read include every write before it.
  public struct FetchHeads: Method {
    public typealias API = SessionAPI
    public static let name = "journal.heads"
    public var users: [String]
    public init(users: [String]) { self.users = users }

    public struct Reply: Codable, Sendable {
      public var heads: [Head]
      public init(heads: [Head]) { self.heads = heads }
    }
  }

  /// The events of one user after a position, oldest first; at least one where there is one, else as many as `maxBytes`
  /// holds.
  public struct ReadJournal: Method {
    public typealias API = SessionAPI
    public static let name = "journal.read"
    public var user: String
    public var after: Int64
    public var maxBytes: Int?

    public init(user: String, after: Int64, maxBytes: Int? = nil) {
      self.user = user
      self.after = after
      self.maxBytes = maxBytes
    }

    public struct Reply: Codable, Sendable {
      /// The checksum at `after`, by which a view sees that its past is still this journal's; nil if `after` is not in
      /// the journal.
      public var checksumAfter: Int64?
      public var count: Int
      /// The position and checksum of the last event here.
      public var last: Head
      /// The journal's end at the time of reading.
      public var head: Head
      /// `count` events, each one CBOR item, one behind the other.
      public var events: [UInt8]

      public init(checksumAfter: Int64?, count: Int, last: Head, head: Head, events: [UInt8]) {
        self.checksumAfter = checksumAfter
        self.count = count
        self.last = last
        self.head = head
        self.events = events
      }
    }
  }

  /// Every user with a journal, in order of id.
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
