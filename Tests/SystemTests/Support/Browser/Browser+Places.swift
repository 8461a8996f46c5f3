import Foundation

/// Going to a place of the page, and through it by keyboard.
extension Browser {
  /// A signed-in user's browser at a place, once all that loads by itself is there.
  convenience init(
    _ stack: Stack, user: String, at hash: String, heading: String, screen: Screen = .desk, theme: Theme = .light
  ) throws {
    try self.init(stack, screen: screen, theme: theme)
    try signIn(stack, user: user)
    try waitFor(role: "heading", name: "Today")
    try open(hash)
    try waitFor(role: "heading", name: heading)
    try eventually(within: Self.patience, "nothing is loading") {
      try run("return document.querySelector('[aria-busy=true], .skeleton') === null") as? Bool == true
    }
  }

  /// With the tabulator key, unless the focus is there already.
  func tab(to name: String, most: Int = 90) throws {
    for _ in 0..<most {
      if try focused.hasPrefix(name) { return }
      try press(Key.tab)
    }
    throw HTTPFailure(description: "“\(name)” cannot be reached by keyboard")
  }

  func waitForFocus(_ name: String) throws {
    try eventually(within: Self.patience, "the focus is on “\(name)”") { try focused.hasPrefix(name) }
  }
}
