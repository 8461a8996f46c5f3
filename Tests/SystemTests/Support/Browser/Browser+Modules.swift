import Foundation

/// The page's modules, for tests of rules that need no view.
extension Browser {
  /// Runs the body of a function with the exports of a module of the page as `module`. `find` returns other modules.
  func run(module path: String, _ body: String, _ arguments: Any...) throws -> Any? {
    let script = """
      const asked = [...arguments[0]];
      const main = document.querySelector("script[type=module]").src;
      const find = async (path) => (await import(main)).$use(path) ?? import(new URL(path, main));
      return find("\(path)").then(async (module) => { \(body) });
      """
    let value = try driver.post("/execute/sync", ["script": script, "args": [arguments]])
    return value is NSNull ? nil : value
  }
}
