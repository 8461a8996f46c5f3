import Foundation
import Testing

/// Several tabs of one browser, which share its cookie and its storage.
extension Browser {
  var tab: String {
    get throws { try #require(try driver.get("/window") as? String) }
  }

  /// Opens an empty tab, and switches to it.
  @discardableResult
  func openTab() throws -> String {
    let handle = try driver.openTab(of: screen.size)
    try switchTo(tab: handle)
    return handle
  }

  func switchTo(tab: String) throws { try driver.post("/window", ["handle": tab]) }

  /// Closes the current tab, and switches to another one.
  func closeTab(switchingTo other: String) throws {
    try driver.delete("/window")
    try switchTo(tab: other)
  }
}
