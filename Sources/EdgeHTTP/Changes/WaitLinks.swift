/// Ways to the journal's service for calls that wait long, apart from those that are answered at once: neither takes
/// the other's places. One more is opened when those before are full.
final class WaitLinks {
  private struct Link {
    let upstream: any Upstream
    var waits = 0
  }

  private let open: () -> any Upstream
  private var links: [Link] = []

  init(_ open: @escaping () -> any Upstream) {
    self.open = open
  }

  /// One with room for a wait, which `give(back:)` ends; nil where there is none.
  func take() -> (place: Int, upstream: any Upstream)? {
    if let place = links.firstIndex(where: { $0.waits < Limits.waitsPerLink }) {
      links[place].waits += 1
      return (place, links[place].upstream)
    }
    guard links.count < Limits.waitLinks else { return nil }
    links.append(Link(upstream: open(), waits: 1))
    return (links.count - 1, links[links.count - 1].upstream)
  }

  func give(back place: Int) {
    links[place].waits -= 1
  }
}
