import API
import Domain
import Proto

/// Where a page of the heroes begins and ends. All pages of one answer are of one state: the token of the next one says
/// of which.
enum HeroPage {
  /// What the heroes of a page may take of a frame of four mebibytes.
  static let bytes = 1 << 20
  /// What a hero takes besides its texts.
  static let overheadBytes = 160

  static func token(_ start: Int, _ position: SessionAPI.Head) -> String {
    "\(start).\(position.seq).\(position.checksum)"
  }

  static func start(_ token: String?, _ position: SessionAPI.Head) throws(Fault) -> Int {
    guard let token else { return 0 }
    guard let start = token.split(separator: ".").first.flatMap({ Int($0) }), start > 0 else {
      throw Fault.invalid("after", "is not the next of a page")
    }
    guard token == self.token(start, position) else { throw Fault(.conflict, "the heroes have changed meanwhile") }
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
