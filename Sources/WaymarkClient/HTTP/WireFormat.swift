import Foundation

/// The JSON of the API. Instants are in UTC with whole seconds.
enum WireFormat {
  static func encode(_ value: some Encodable) throws(APIError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(text(of: date))
    }
    do {
      return try encoder.encode(value)
    } catch {
      throw .encoding(String(describing: error))
    }
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws(APIError) -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = date(of: text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not an RFC 3339 timestamp")
      }
      return date
    }
    do {
      return try decoder.decode(type, from: data)
    } catch {
      throw .decoding(explanation(of: error))
    }
  }

  static func text(of date: Date) -> String {
    date.wholeSecond.formatted(Date.ISO8601FormatStyle())
  }

  static func date(of text: String) -> Date? {
    if let date = try? Date(text, strategy: Date.ISO8601FormatStyle()) { return date }
    return try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  private static func explanation(of error: any Error) -> String {
    func place(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
      return "\(path.isEmpty ? "the response" : String(path.trimmingPrefix("."))): \(context.debugDescription)"
    }
    return switch error as? DecodingError {
    case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      place(context)
    default: String(describing: error)
    }
  }
}
