/// Joins JavaScript modules into one file. On a slow network, each level of imports costs a round trip, and a browser
/// has at most six connections.
///
/// In the bundle, each module is a function that returns the exports. It runs once, when the first other module needs
/// it, so modules run in the same order as without a bundle. Imports are constants: no module changes an export later,
/// and no modules import each other in a circle.
struct ModuleBundle {
  struct MissingModule: Error, Equatable { var path: String }
  struct Circle: Error, Equatable { var path: String }

  /// The path of the bundle and of the module that runs first. It exports the function `$use`.
  let entry: String
  /// The modules of the bundle. Each one follows those that it imports.
  private(set) var members: [PageModule] = []
  private var paths: Set<String> = []

  /// `loaded` are modules that the entry loads with `import()`. They run when it does.
  init(entry: String, loaded: [String], of modules: [String: PageModule]) throws {
    self.entry = entry
    for path in loaded + [entry] { try add(path, for: [], of: modules) }
  }

  private mutating func add(_ path: String, for others: [String], of modules: [String: PageModule]) throws {
    if others.contains(path) { throw Circle(path: path) }
    if paths.contains(path) { return }
    guard let module = modules[path] else { throw MissingModule(path: path) }
    // A function that returns the exports at once cannot wait.
    if let line = module.firstWait { throw PageModule.UnknownForm(path: path, line: line) }
    for other in module.imports { try add(other, for: others + [path], of: modules) }
    paths.insert(path)
    members.append(module)
  }

  func contains(_ path: String) -> Bool { paths.contains(path) }

  var text: String {
    """
    const $modules = {
    \(members.map(function).joined(separator: "\n"))
    };
    const $exports = {};
    export const $use = (path) => ($exports[path] ??= $modules[path]?.());
    const $load = async (path) => $use(path);
    $use("\(entry)");

    """
  }

  private func function(of module: PageModule) -> String {
    var exports: [String] = []
    var lines = module.statements.map { statement in
      switch statement {
      case .imported(let names, let path): return use(names, of: path)
      case .exported(let names, let line):
        exports += names
        return moved(line, from: module.path)
      case .other(let lines): return moved(lines, from: module.path)
      }
    }
    // In parentheses, because browsers then compile a function at once instead of reading it twice.
    lines.insert("\"\(module.path)\": (() => {", at: 0)
    lines.append("return { \(exports.joined(separator: ", ")) };\n}),")
    return lines.joined(separator: "\n")
  }

  /// The text of a module outside the bundle, which uses those in the bundle.
  func outside(_ module: PageModule) -> String {
    let bundle = PageModule.reference(to: entry, in: module.path)
    var lines = module.statements.map { statement in
      switch statement {
      case .imported(let names, let path) where contains(path): return use(names, of: path)
      case .imported(let names, let path):
        return "import \(names) from \"\(PageModule.reference(to: path, in: module.path))\";"
      case .exported(_, let line): return "export " + loading(line)
      case .other(let lines): return loading(lines)
      }
    }
    func loading(_ lines: String) -> String {
      PageModule.replacing(in: lines, of: module.path) { path in
        contains(path)
          ? "import(\"\(bundle)\").then((page) => page.$use(\"\(path)\"))"
          : "import(\"\(PageModule.reference(to: path, in: module.path))\")"
      }
    }
    if module.imports.contains(where: contains) { lines.insert("import { $use } from \"\(bundle)\";", at: 0) }
    return lines.joined(separator: "\n")
  }

  /// `names` is the text between `import` and `from`: "{ t, get as load }" or "* as rules".
  private func use(_ names: String, of path: String) -> String {
    let pattern = names[...].replacingAll("* as ", with: "")[...].replacingAll(" as ", with: ": ")
    return "const \(pattern) = $use(\"\(path)\");"
  }

  /// The lines of a module in the bundle, which has another address.
  private func moved(_ lines: String, from path: String) -> String {
    let loading = PageModule.replacing(in: lines, of: path) { other in
      contains(other)
        ? "$load(\"\(other)\")" : "import(\"\(PageModule.reference(to: other, in: entry))\")"
    }
    let own = "import.meta.url"
    let address = "new URL(\"\(PageModule.reference(to: path, in: entry))\", \(own)).href"
    return loading[...].replacingAll(own, with: address)
  }
}
