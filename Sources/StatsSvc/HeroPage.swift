import API
import Domain
import Proto

/// The bounds of a page of heroes. All pages must come from the same state, which the token of the next page
/// identifies.
enum HeroPage {
  /// The most bytes of a page's heroes, well below a frame's limit of 4 MiB.
  static let bytes = 1 << 20
  /// The bytes of a hero in addition to its strings.
  static let overheadBytes = 160

  static func token(_ start: Int, _ position: SessionAPI.Head) -> String {
    "\(start).\(position.seq).\(position.checksum)"
  }

  static func start(_ token: String?, _ position: SessionAPI.Head) throws(Fault) -> Int {
    guard let token else { return 0 }
    guard let start = token.split(separator: ".").first.flatMap({ Int($0) }), start > 0 else {
      throw Fault.invalid("after", "must be the `next` of the previous page")
    }
    guard token == self.token(start, position) else {
      throw Fault(.conflict, "the heroes have changed; start again with the first page")
    }
    return start
  }

  static func end(from start: Int, in standings: [HeroStanding]) -> Int {
    var end = min(start, standings.count)
    var room = bytes
    while end < standings.count {
      room -= standings[end].heroId.utf8.count + standings[end].heroName.utf8.count + overheadBytes
      guard room >= 0 || end == start else { break }
      end += 1
    }
    return end
  }
}
