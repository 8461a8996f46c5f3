import Foundation
import Testing

/// Expectations that apply to every page.
extension Browser {
  /// Browsers log responses with these statuses as errors, although tests provoke them.
  func expectNoConsoleErrors(
    allowing statuses: Set<Int> = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try readLogs()
    let errors = console.filter { entry in
      let isAllowed = statuses.contains { entry.message.contains("the server responded with a status of \($0)") }
      return entry.level == "SEVERE" && !isAllowed
    }
    #expect(errors.isEmpty, "\(errors.map(\.message).joined(separator: "\n"))", sourceLocation: sourceLocation)
  }

  func expectNoOutsideRequest(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try readLogs()
    let outside = traffic.requests.map(\.url).filter { !$0.hasPrefix(address) }
    #expect(!traffic.requests.isEmpty && outside.isEmpty, "\(outside)", sourceLocation: sourceLocation)
  }

  /// The scope of the axe-core checks. Its rules take seconds, and some give the same result in every place or theme.
  enum Rules {
    case all
    /// Without rules about the style sheets, which all places share.
    case place
    /// Only rules that depend on the theme.
    case colours

    fileprivate var options: String {
      let tags = #"["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]"#
      return switch self {
      case .all: "runOnly: \(tags)"
      case .place: "runOnly: \(tags), preload: false"
      case .colours: #"runOnly: { type: "rule", values: ["color-contrast"] }, preload: false"#
      }
    }
  }

  /// Checks the page with our own rules, and with axe-core if `deploy/test` has installed it.
  func expectAccessible(_ rules: Rules = .all, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let own = try run(try Self.script("Tests/Browser/accessibility.js"), screen == .phone) as? [String] ?? ["no result"]
    #expect(own.isEmpty, "\(own.joined(separator: "\n"))", sourceLocation: sourceLocation)
    let engine = ".build/axe/axe_playwright_python/axe.min.js"
    guard FileManager.default.fileExists(atPath: Executable.repository.path + "/" + engine) else {
      return print("SKIPPED axe-core: it is not installed in .build/axe")
    }
    // Its source is half a megabyte, and stays in the page until the page is loaded again.
    if try run("return typeof axe === 'object'") as? Bool != true { try run(try Self.script(engine)) }
    let found = try run(Self.askEngine(rules)) as? [String] ?? ["no result"]
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))", sourceLocation: sourceLocation)
  }

  /// Checks that no text is truncated permanently, overflows its card or the screen, or overlaps other text.
  func expectFits(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let script = try Self.script("Tests/Browser/naming.js") + Self.script("Tests/Browser/fits.js")
    let found = try run(script) as? [String] ?? ["no result"]
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))", sourceLocation: sourceLocation)
  }

  /// Checks that the test language has all texts, and that the page is not wider than the screen.
  ///
  /// - Parameter server: selectors of elements with texts of the server, which has no such language.
  func expectTranslated(server: [String] = [], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let found = try run(try Self.script("Tests/Browser/untranslated.js"), server) as? [String] ?? ["no result"]
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))", sourceLocation: sourceLocation)
    try expectNoScrolling(sourceLocation: sourceLocation)
  }

  /// Checks that the page is not wider than the screen.
  func expectNoScrolling(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let widths = try run("return [document.documentElement.scrollWidth, innerWidth]") as? [Int]
    #expect(widths?[0] == widths?[1], sourceLocation: sourceLocation)
  }

  private static func askEngine(_ rules: Rules) -> String {
    """
    return axe.run(document, { \(rules.options), resultTypes: ["violations"] })
      .then((result) => result.violations.flatMap((violation) => violation.nodes.slice(0, 5).map((node) =>
      `axe ${violation.id}: ${violation.help}: ${node.target.join(" ")}: ${node.html.slice(0, 160)}`)));
    """
  }

  /// Returns a script of the repository.
  static func script(_ path: String) throws -> String {
    try String(contentsOf: Executable.repository.appending(path: path), encoding: .utf8)
  }

  private static let stopsAtOnce = 20

  /// Moves through the page with the Tab key. Checks that each stop is visible and that the order matches the layout.
  /// Returns the names of the stops.
  @discardableResult
  func expectFocusInOrder(most: Int = 80, sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
    // News may replace elements of the page during the walk.
    let stops = try found(within: Self.patience, "a walk through a page that does not change") {
      try focusStops(most: most)
    }
    #expect(!stops.isEmpty, "nothing can be reached by keyboard", sourceLocation: sourceLocation)
    for stop in stops {
      #expect(
        stop["isShown"] as? Bool == true, "the focus on “\(stop.text("name") ?? "")” cannot be seen",
        sourceLocation: sourceLocation)
    }
    for (one, next) in zip(stops, stops.dropFirst()) where one.text("part") == next.text("part") {
      let isAbove = (next.number("bottom") ?? 0) <= (one.number("top") ?? 0)
      #expect(
        !isAbove, "“\(next.text("name") ?? "")” comes after “\(one.text("name") ?? "")”, and lies above it",
        sourceLocation: sourceLocation)
    }
    return stops.compactMap { $0.text("name") }
  }

  /// Returns the stops of the Tab key, or nil if the page has replaced one of them.
  private func focusStops(most: Int) throws -> [[String: Any]]? {
    let script = try Self.script("Tests/Browser/naming.js") + Self.script("Tests/Browser/focus.js")
    try run("delete window.stops")
    try run(script)
    var stops: [[String: Any]] = []
    while stops.count < most {
      try press(Array(repeating: Key.tab, count: Self.stopsAtOnce))
      let result = try #require(try run(script) as? [String: Any])
      if result["isReplaced"] as? Bool == true { return nil }
      stops += result["stops"] as? [[String: Any]] ?? []
      if result["isDone"] as? Bool == true { break }
    }
    return stops
  }
}
