import CZlib
public import Foundation

/// Returns the content of a document with compressed pages.
public enum PDFContent {
  /// A page is not RFC 1950 data.
  struct Unreadable: Error {}

  private static let room = 1 << 24

  public static func text(of document: Data) throws -> String {
    var text = ""
    var rest = document[...]
    while let start = rest.range(of: Data("\nstream\n".utf8)), let end = rest.range(of: Data("\nendstream".utf8)) {
      text += String(decoding: try inflated(rest[start.upperBound..<end.lowerBound]), as: UTF8.self)
      rest = rest[end.upperBound...]
    }
    return text
  }

  private static func inflated(_ bytes: Data) throws -> [UInt8] {
    var output = [UInt8](repeating: 0, count: room)
    var count = UInt(room)
    guard uncompress(&output, &count, [UInt8](bytes), UInt(bytes.count)) == Z_OK else {
      throw Unreadable()
    }
    return Array(output.prefix(Int(count)))
  }
}
