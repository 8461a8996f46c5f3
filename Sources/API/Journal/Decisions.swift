public import Proto

extension SessionAPI {
  /// What a view has decided about one work: events, the caller's key and the complete answer in one append. It counts
  /// only if the view has seen all that was decided about this work; else `versionMoved`, and the view reads again.
  public struct AppendDecision: Method {
    public typealias API = SessionAPI
    public static let name = "journal.append"
    /// The call that the decision is for, under which its key is kept.
    public var method: String
    public var workId: String
    public var version: Int
    /// Each as it stands in the journal.
    public var events: [RawCBOR]
    /// The caller's answer, now and whenever the key comes again.
    public var answer: RawCBOR

    public init(method: String, workId: String, version: Int, events: [RawCBOR], answer: RawCBOR) {
      self.method = method
      self.workId = workId
      self.version = version
      self.events = events
      self.answer = answer
    }

    public typealias Reply = FirstAnswer
  }

  /// What a key's call is answered, the first time and whenever it comes again.
  public struct FirstAnswer: Codable, Sendable {
    /// Whether `answer` is an earlier one, and nothing was written.
    public var replayed: Bool
    public var answer: RawCBOR

    public init(replayed: Bool, answer: RawCBOR) {
      self.replayed = replayed
      self.answer = answer
    }
  }

  /// The answer that was first given to the caller's key, if any: a decision that is refused today may be a retry.
  public struct FetchAnswer: Method {
    public typealias API = SessionAPI
    public static let name = "journal.answer"
    public var method: String
    public init(method: String) { self.method = method }

    public struct Reply: Codable, Sendable {
      /// The bytes of one CBOR item, which may well be a null.
      public var answer: [UInt8]?
      public init(answer: [UInt8]?) { self.answer = answer }
    }
  }

  /// Keeps the answer to a call of many writes, which the edge has made, for the caller's key.
  public struct KeepAnswer: Method {
    public typealias API = SessionAPI
    public typealias Reply = FirstAnswer
    public static let name = "journal.keep"
    public var method: String
    public var answer: RawCBOR

    public init(method: String, answer: RawCBOR) {
      self.method = method
      self.answer = answer
    }
  }
}

extension Fault {
  private struct Mark: Codable {
    var reason: String
  }

  private static let movedReason = "versionMoved"

  /// A decision was made from less than the journal has. The one conflict that another try may end; its detail shows it
  /// from those that are answers, and it stays between the services.
  public static let versionMoved = Fault(
    .conflict, "something was decided about this work in the meantime",
    detail: (try? CBOREncoder.encode(Mark(reason: movedReason))).map { RawCBOR(bytes: $0) })

  public var isVersionMoved: Bool {
    guard code == .conflict, let detail else { return false }
    return (try? CBORDecoder.decode(Mark.self, from: detail.bytes))?.reason == Fault.movedReason
  }
}
