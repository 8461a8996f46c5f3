import Domain
import SeededRandom
import Testing

@testable import Import

@Suite("Index of works")
struct WorkIndexTests {
  @Test("Lists of places with few hashes contain what was appended", arguments: [UInt32(3), 1_000])
  func lists(hashes: UInt32) {
    var random = SplitMix(seed: UInt64(hashes))
    var lists = PlaceLists()
    var expected: [UInt32: [Int]] = [:]
    for place in 0..<5_000 {
      let hash = UInt32.random(in: 0..<hashes, using: &random) &* 0x0100_0000
      expected[hash, default: []].append(place)
      #expect(lists.append(place, to: hash) == expected[hash]?.count)
    }
    for (hash, places) in expected { #expect(lists[hash] == places && lists.count(of: hash) == places.count) }
    #expect(lists[7].isEmpty && lists.count(of: 7) == 0)
  }

  @Test("Each text belongs to the first work, and equal texts in another form are one")
  func identifiers() {
    var table = IdentifierTable()
    var owners: [String: Int] = [:]
    var last: [Int: (record: UInt32, texts: [String])] = [:]
    var random = SplitMix(seed: 1)
    for _ in 0..<5_000 {
      let place = Int.random(in: 0..<500, using: &random)
      let number = Int.random(in: 0..<2_000, using: &random)
      let text = number % 7 == 0 ? (Bool.random(using: &random) ? "é\(number)" : "e\u{301}\(number)") : "id:\(number)"
      if owners[text] == nil { owners[text] = place }
      let record = table.append(text, of: place, previous: last[place]?.record ?? 0)
      last[place] = (record, (last[place]?.texts ?? []) + [text])
    }
    #expect(table.count == owners.count)
    for (text, place) in owners { #expect(table[text] == place) }
    #expect(table["id:none"] == nil)
    for (record, texts) in last.values { #expect(table.texts(upTo: record) == texts) }
  }

  @Test("Numbers and texts are read as they were written")
  func records() {
    var written = RecordBytes()
    written.append(0)
    written.append("")
    written.append(4_294_967_295)
    written.append("🦊 é")
    var reader = RecordReader(written.bytes[...])
    #expect(reader.number() == 0 && reader.text() == "")
    #expect(reader.number() == 4_294_967_295 && reader.text() == "🦊 é")
  }

  @Test("Returns a work's values")
  func values() {
    var work = Work(id: "w", title: "Emma", authors: ["Jane Austen", "Any One"], pageCount: 310)
    work.identifiers.isbn = ["9780141439587", "9780156027601"]
    work.identifiers.asin = "B009U9S6FI"
    let index = WorkIndex([Work(id: "v", title: "Dune"), work])
    #expect(index.id(of: 1) == "w" && index.identifiers(of: 1) == work.identifiers && index.pageCount(of: 1) == 310)
    #expect(index.pageCount(of: 0) == nil && index.identifiers(of: 0).isEmpty)
    #expect(index.place(of: "asin:B009U9S6FI") == 1 && index.place(of: "v") == 0 && index.identifierCount == 5)
  }
}
