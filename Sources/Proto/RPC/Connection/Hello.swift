import CBOR

/// The first frame in each direction: who the sender is, and its limits.
public struct Hello: Hashable, Sendable, Codable {
  /// The version of the protocol.
  public var v: Int
  public var service: String
  public var build: String
  public var maxFrame: Int
  public var maxInFlight: Int

  public static let version = 1

  public init(
    service: String, build: String, maxFrame: Int = RPCLimits.frameBytes, maxInFlight: Int = RPCLimits.callsInFlight
  ) {
    v = Hello.version
    self.service = service
    self.build = build
    self.maxFrame = maxFrame
    self.maxInFlight = maxInFlight
  }

  /// The version, which is decoded first: other versions may have other members.
  private struct Version: Decodable {
    var v: Int
  }

  /// The members as they are sent.
  private struct Sent: Decodable {
    var service: String
    var build: String
    var maxFrame: Bound
    var maxInFlight: Bound
  }

  /// A limit of any size. Larger limits than an `Int` count as the largest `Int`.
  private struct Bound: Decodable {
    var value: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      value = try (try? container.decode(UInt64.self)).map { Int(clamping: $0) } ?? container.decode(Int.self)
    }
  }

  /// Reads the peer's hello. The message of the fault is the reason to close the connection.
  static func read(_ frame: FrameView) throws(Fault) -> Hello {
    guard frame.kind == .hello else {
      throw Fault(.invalid, "the first frame must be hello, not \(frame.kind)")
    }
    guard frame.call == 0 else { throw Fault(.invalid, "the call of hello must be 0, not \(frame.call)") }
    let version: Version
    do throws(Fault) {
      version = try CBORDecoder.decode(from: frame.payload)
    } catch {
      throw Fault(.invalid, "hello: \(error.summary)")
    }
    guard version.v == Hello.version else {
      throw Fault(.invalid, "version \(version.v) is not supported; use version \(Hello.version)")
    }
    let sent: Sent
    do throws(Fault) {
      sent = try CBORDecoder.decode(from: frame.payload)
    } catch {
      throw Fault(.invalid, "hello: \(error.summary)")
    }
    guard sent.maxFrame.value >= RPCLimits.frameLeastBytes else {
      throw Fault(.invalid, "hello: maxFrame must be at least \(RPCLimits.frameLeastBytes)")
    }
    guard sent.maxInFlight.value >= 0 else { throw Fault(.invalid, "hello: maxInFlight must be at least 0") }
    return Hello(
      service: sent.service.clipped(toBytes: CBORLimits.nameBytes),
      build: sent.build.clipped(toBytes: CBORLimits.nameBytes), maxFrame: sent.maxFrame.value,
      maxInFlight: sent.maxInFlight.value)
  }
}

/// The payload of `goaway`.
struct Goaway: Codable {
  var reason: String
}

extension Fault {
  /// The fault without fields and detail and with a clipped message, which fits the frames of every peer.
  var short: Fault { Fault(code, message.clipped()) }

  /// The message and the fields in one line.
  var summary: String {
    guard let fields, !fields.isEmpty else { return message.clipped() }
    return fields.map { "\($0.field) \($0.message)" }.joined(separator: ", ").clipped()
  }
}
