import CDashboard

/// The files of the web page, embedded from the folder `Page`.
public enum Dashboard {
  public struct File: Sendable {
    /// The path relative to the folder.
    public var path: String
    public var contentType: String
    public var bytes: [UInt8]
  }

  public static func files() -> [File] {
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

  /// The binary files, which are drawn from the text files.
  private static func drawn(from files: [File]) -> [File] {
    guard let icon = files.first(where: { $0.path == "icon.svg" }),
      let bytes = TouchIcon(svg: String(decoding: icon.bytes, as: UTF8.self))?.png()
    else { return [] }
    return [File(path: "touch-icon.png", contentType: contentType(of: "touch-icon.png"), bytes: bytes)]
  }

  private static func contentType(of path: String) -> String {
    switch path.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "webmanifest": "application/manifest+json"
    default: "application/octet-stream"
    }
  }
}
