/// Links to SessionSvc for calls that wait long. They are separate from the link of all other calls, so that neither
/// takes the other's places. One more link is opened when the others are full.
final class WaitLinks {
  private struct Link {
    let upstream: any Upstream
    private(set) var waits = 0

    init(_ upstream: any Upstream) {
      self.upstream = upstream
    }

    mutating func begin() { waits += 1 }
    mutating func end() { waits -= 1 }
  }

  private let open: () -> any Upstream
  private var links: [Link] = []

  init(_ open: @escaping () -> any Upstream) {
    self.open = open
  }

  /// Returns a link with room for one more call, which `release` ends; nil if all are full.
  func take() -> (place: Int, upstream: any Upstream)? {
    var place = links.firstIndex { $0.waits < Limits.waitsPerLink }
    if place == nil, links.count < Limits.waitLinks {
      links.append(Link(open()))
      place = links.count - 1
    }
    guard let place else { return nil }
    links[place].begin()
    return (place, links[place].upstream)
  }

  func release(_ place: Int) {
    links[place].end()
  }
}
