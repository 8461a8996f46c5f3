public import CBOR

/// The health of a service, as it reports it.
public struct Health: Codable, Hashable, Sendable {
  public enum Status: String, Codable, Hashable, Sendable, CaseIterable {
    case ok, degraded
  }

  /// One value of the report.
  public enum Detail: Codable, Hashable, Sendable, UnionShaped {
    public static let kinds = ["string", "integer", "number", "boolean"]

    case text(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)

    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Bool.self) {
        self = .flag(value)
      } else if let value = try? container.decode(Int.self) {
        self = .integer(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let value): try container.encode(value)
      case .integer(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .flag(let value): try container.encode(value)
      }
    }
  }

  public var status: Status
  public var details: [String: Detail]

  public init(_ status: Status = .ok, details: [String: Detail] = [:]) {
    self.status = status
    self.details = details
  }
}

/// Returns the health. Every service has this call.
public struct CheckHealth<API: ServiceAPI>: Method {
  public static var name: String { "health.check" }
  public typealias Reply = Health
  public init() {}
}

/// Returns the methods of a service and their shapes. Every service has this call.
public struct DescribeMethods<API: ServiceAPI>: Method {
  public static var name: String { "rpc.describe" }
  public init() {}

  public struct Reply: Codable, Sendable {
    public var methods: [Entry]
    public init(methods: [Entry]) { self.methods = methods }
  }

  public struct Entry: Codable, Sendable {
    public var method: String
    public var argument: Shape
    public var result: Shape
  }
}

/// Returns the service's metrics as Prometheus text. Every service has this call.
public struct ScrapeMetrics<API: ServiceAPI>: Method {
  public static var name: String { "metrics.scrape" }
  public init() {}

  public struct Reply: Codable, Hashable, Sendable {
    public var text: String
    public init(text: String) { self.text = text }
  }
}
