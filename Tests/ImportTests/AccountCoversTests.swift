import Foundation
import Testing

@testable import Domain
@testable import Import

@Suite("Covers of an account document")
struct AccountCoversTests {
  private static let image: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0x02, 0x58, 0x01, 0x90, 3]
  private static var data: String { Data(image).base64EncodedString() }

  /// Reads a document in pieces of a few bytes.
  private func covers(_ items: [String]) throws -> [AccountCovers.Cover] {
    let bytes = Array(#"{"works": [{"id": "w"}], "covers": [\#(items.joined(separator: ","))], "x": 1}"#.utf8)
    var (reader, found) = (AccountCovers(), [AccountCovers.Cover]())
    for start in stride(from: 0, to: bytes.count, by: 7) {
      found += try reader.read(bytes[start..<min(start + 7, bytes.count)])
    }
    return found
  }

  @Test("Finds the covers of works and stories")
  func found() throws {
    let items = ["story", "work"].map { #"{"kind":"\#($0)","id":"a","type":"image/jpeg","data":"\#(Self.data)"}"# }
    let expected = [CoverKind.story, .work].map { AccountCovers.Cover(kind: $0, id: "a", image: Self.image) }
    #expect(try covers(items) == expected)
  }

  @Test(
    "Skips items that are not covers",
    arguments: [
      #"{"kind":"hero","id":"a","data":"\#(data)"}"#, #"{"kind":"work","data":"\#(data)"}"#,
      #"{"kind":"work","id":"a"}"#, #"{"kind":"work","id":"a","data":"****"}"#,
      #"{"kind":"work","id":"a","data":"R0lGODlh"}"#, #"{"kind":"work","id":"a","data":5}"#, "{}",
    ])
  func skipped(item: String) throws {
    let good = #"{"kind":"work","id":"b","data":"\#(Self.data)"}"#
    #expect(try covers([item, good]).map(\.id) == ["b"])
  }
}
