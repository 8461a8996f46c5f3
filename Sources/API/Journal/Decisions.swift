public import Proto

extension SessionAPI {
  /// Appends a view's decision about one work: its events, the caller's key and the complete response, in one
  /// transaction. Throws `versionMoved` if the view has not seen every earlier decision about this work; the view then
  /// reads again.
  public struct AppendDecision: Method {
    public typealias API = SessionAPI
    public static let name = "journal.append"
    /// The call that the decision answers. The key is stored under this name.
    public var method: String
    public var workId: String
    public var version: Int
    /// The events, encoded as in the journal.
    public var events: [RawCBOR]
    /// The response to the caller, returned now and whenever the key is repeated.
    public var answer: RawCBOR

    public init(method: String, workId: String, version: Int, events: [RawCBOR], answer: RawCBOR) {
      self.method = method
      self.workId = workId
      self.version = version
      self.events = events
      self.answer = answer
    }

    public typealias Reply = FirstReply
  }

  /// The response stored for a key.
  public struct FirstReply: Codable, Sendable {
    /// Whether `answer` was stored earlier and nothing was written now.
    public var replayed: Bool
    public var answer: RawCBOR

    public init(replayed: Bool, answer: RawCBOR) {
      self.replayed = replayed
      self.answer = answer
    }
  }

  /// Returns the response stored for the caller's key, if any. A decision that would be rejected now may be a retry.
  public struct FetchKeptReply: Method {
    public typealias API = SessionAPI
    public static let name = "journal.answer"
    public var method: String
    public init(method: String) { self.method = method }

    public struct Reply: Codable, Sendable {
      /// The bytes of one CBOR item, which may be a null.
      public var answer: [UInt8]?
      public init(answer: [UInt8]?) { self.answer = answer }
    }
  }

  /// Stores the response to a call of many writes, which the edge has composed, for the caller's key.
  public struct KeepReply: Method {
    public typealias API = SessionAPI
    public typealias Reply = FirstReply
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

  /// The decision was based on an old version of the work. Only this conflict is worth a retry; its detail
  /// distinguishes it, and it never leaves the services.
  public static let versionMoved = Fault(
    .conflict, "another decision about this work was written first",
    detail: (try? CBOREncoder.encode(Mark(reason: movedReason))).map { RawCBOR(bytes: $0) })

  public var isVersionMoved: Bool {
    guard code == .conflict, let detail else { return false }
    return (try? CBORDecoder.decode(Mark.self, from: detail.bytes))?.reason == Fault.movedReason
  }
}
