import Foundation

/// The page's modules, for tests of rules that need no view.
extension Browser {
  /// Runs the body of a function with the exports of a module of the page as `module`.
  func run(module path: String, _ body: String, _ arguments: Any...) throws -> Any? {
    let script = """
      const asked = [...arguments[0]];
      const url = new URL("\(path)", document.querySelector("script[type=module]").src);
      return import(url).then(async (module) => { \(body) });
      """
    let value = try driver.post("/execute/sync", ["script": script, "args": [arguments]])
    return value is NSNull ? nil : value
  }
}
