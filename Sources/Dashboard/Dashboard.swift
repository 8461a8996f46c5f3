import CDashboard

/// The files of the web page, embedded from the folder `Page`. The modules of the first view are joined.
public enum Dashboard {
  public struct File: Sendable {
    /// The path relative to the folder.
    public var path: String
    public var contentType: String
    public var bytes: [UInt8]
  }

  /// The modules that `main.js` loads first on most visits, in addition to those that it imports.
  private static let firstModules = [
    "kit/first-zone.js", "kit/session.js", "kit/translation.js", "views/today/today.js",
  ]
  /// The service worker runs outside the page.
  private static let worker = "service-worker.js"

  public static func files() throws -> [File] {
    let sources = sources()
    var modules: [String: PageModule] = [:]
    for file in sources where file.path.hasSuffix(".js") && file.path != worker {
      modules[file.path] = try PageModule(path: file.path, text: String(decoding: file.bytes, as: UTF8.self))
    }
    let bundle = try ModuleBundle(entry: "main.js", loaded: firstModules, of: modules)
    return sources.compactMap { file in
      guard let module = modules[file.path] else { return file }
      var file = file
      if module.path == bundle.entry {
        file.bytes = Array(bundle.text.utf8)
      } else if bundle.contains(module.path) {
        return nil
      } else {
        file.bytes = Array(bundle.outside(module).utf8)
      }
      return file
    }
  }

  /// The files as they are written.
  static func sources() -> [File] {
    var files: [File] = []
    var entry = page_files()
    while let path = entry.pointee.path, let text = entry.pointee.text {
      let name = String(cString: path)
      var count = 0
      while text[count] != 0 { count += 1 }
      let bytes = [UInt8](UnsafeBufferPointer(start: text, count: count))
      files.append(File(path: name, contentType: contentType(of: name), bytes: bytes))
      entry += 1
    }
    return files + drawn(from: files)
  }

  /// The side lengths that home screens ask for, in pixels.
  static let icons = [("touch-icon.png", TouchIcon.size), ("icon-192.png", 192), ("icon-512.png", 512)]

  /// The binary files, which are drawn from the text files.
  private static func drawn(from files: [File]) -> [File] {
    guard let icon = files.first(where: { $0.path == "icon.svg" }) else { return [] }
    let svg = String(decoding: icon.bytes, as: UTF8.self)
    return icons.compactMap { name, size in
      guard let bytes = TouchIcon(svg: svg, size: size)?.png() else { return nil }
      return File(path: name, contentType: contentType(of: name), bytes: bytes)
    }
  }

  private static func contentType(of path: String) -> String {
    switch path.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "json": "application/json"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "webmanifest": "application/manifest+json"
    default: "application/octet-stream"
    }
  }
}
