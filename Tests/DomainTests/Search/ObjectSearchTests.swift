import SeededRandom
import Testing

@testable import Domain

@Suite("Searching objects of several kinds")
struct ObjectSearchTests {
  @Test(
    "Ranks titles that begin with the search before those that contain it and before other texts",
    arguments: [
      ("the sea", "The Sea Road", [], 0), ("sea", "The Sea Road", [], 1), ("road SEA", "The Sea Road", [], 1),
      ("émile", "Emile", [], 0), ("ea", "The Sea Road", [], nil), ("sea butler", "The Sea Road", ["Octavia Butler"], 2),
      ("butler", "Kindred", ["Octavia E. Butler"], 2), ("butler road", "Kindred", ["Octavia E. Butler"], nil),
      ("!!", "Kindred", [], nil), ("", "Kindred", [], nil), ("kin kin", "Kindred", [], 1),
    ] as [(String, String, [String], Int?)])
  func ranks(query: String, title: String, others: [String], expected: Int?) {
    #expect(ObjectSearch(query).place(title, "x") { others }?.rank.rawValue == expected)
  }

  @Test("Returns the first results of a slow model", arguments: UInt64(0)..<200)
  func model(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let titles = ["The Sea Road", "Sea", "sea road", "A Sea", "Kindred", "Sée", "Road"]
    let others = [[], ["Octavia Butler"], ["Sea"], ["road", "kin"]]
    let items = (0..<60).map { number in
      (id: "i\(number)", title: titles.randomElement(using: &random)!, others: others.randomElement(using: &random)!)
    }
    let query = ["sea", "ROAD", "the sea", "sea road", "kin", "butler", "sea butler"].randomElement(using: &random)!
    let search = ObjectSearch(query)
    var found = FoundItems<String>(limit: 7)
    for item in items.shuffled(using: &random) {
      if let place = search.place(item.title, item.id, others: { item.others }) { found.add(place) { item.id } }
    }
    func key(_ title: String) -> String { FoldedText.words(of: title).joined(separator: " ") }
    func rank(_ item: (id: String, title: String, others: [String])) -> Int? {
      guard SearchWords(query).match([item.title] + item.others) else { return nil }
      if key(item.title).hasPrefix(key(query)) { return 0 }
      return SearchWords(query).match([item.title]) ? 1 : 2
    }
    let ranked = items.compactMap { item in rank(item).map { (rank: $0, key: key(item.title), id: item.id) } }
    let expected = ranked.sorted { ($0.rank, $0.key, $0.id) < ($1.rank, $1.key, $1.id) }.prefix(7).map(\.id)
    #expect(found.items == expected, "seed \(seed), \(query)")
  }
}
