import Compression
import Foundation
import Testing

@testable import Dashboard

@Suite("The files of the page")
struct DashboardTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/Dashboard/Page")

  private static let files = Dictionary(uniqueKeysWithValues: Dashboard.sources().map { ($0.path, $0) })

  /// The placeholder that the edge replaces with the hash of all files.
  private static let hashed = "page/{{hash}}/"

  /// Binary files that are drawn from other files.
  private static let drawn = Dashboard.icons.map(\.0)

  private static func text(_ path: String) -> String {
    String(decoding: files[path]?.bytes ?? [], as: UTF8.self)
  }

  /// The references in a file: module imports, links of documents and styles, pictures of the manifest.
  private static func references(of path: String, dynamic: Bool = true) throws -> [String] {
    var patterns: [String]
    switch path.split(separator: ".").last {
    case "js":
      patterns = [#"(?:^|\n|;)\s*(?:import|export)\b[^;"']*?["'](\.[^"']+)["']"#]
      if dynamic {
        patterns.append(#"\bimport\(\s*["']([^"']+)["']"#)
        patterns.append(#"new URL\(\s*["']([^"']+)["'],\s*import\.meta\.url"#)
      }
    case "css": patterns = [#"url\(\s*["']?([^"')]+)["']?\s*\)"#, #"@import\s+["']([^"']+)["']"#]
    case "html": patterns = [#"(?:href|src)="(page/\{\{hash\}\}/[^"]+)""#]
    case "webmanifest": patterns = [#""src":\s*"([^"]+)""#]
    default: patterns = []
    }
    let text = text(path)
    return try patterns.flatMap { pattern in
      let expression = try NSRegularExpression(pattern: pattern)
      return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
        Range(match.range(at: 1), in: text).map { String(text[$0]) }
      }
    }.filter { !$0.hasPrefix("data:") }
  }

  /// Resolves a reference in a file to a path relative to the folder.
  private static func resolve(_ reference: String, in path: String) -> String {
    if reference.hasPrefix(hashed) { return String(reference.dropFirst(hashed.count)) }
    var names = path.split(separator: "/").dropLast().map(String.init)
    for name in reference.split(separator: "/") {
      switch name {
      case ".": break
      case "..": if names.isEmpty { names.append("..") } else { names.removeLast() }
      default: names.append(String(name))
      }
    }
    return names.joined(separator: "/")
  }

  @Test("Embeds exactly the files of the folder")
  func embedded() throws {
    let names = try #require(FileManager.default.enumerator(atPath: Self.folder.path())?.allObjects as? [String])
    let onDisk = names.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: Self.folder.path() + "/" + name, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    #expect(Set(onDisk + Self.drawn) == Set(Self.files.keys), "update the list in Sources/CDashboard/files.c")
    for name in onDisk {
      let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
      #expect(Self.files[name]?.bytes == bytes && !bytes.isEmpty && !bytes.contains(0), "\(name)")
    }
  }

  @Test("File names are lower case with hyphens, unique, and have a known content type")
  func names() throws {
    for file in Self.files.values {
      #expect(file.path.wholeMatch(of: /([a-z0-9-]+\/)*[a-z0-9-]+\.[a-z]+/) != nil, "\(file.path)")
      #expect(file.contentType != "application/octet-stream", "\(file.path)")
    }
    // Each language has the same names.
    let names = Self.files.keys.filter { !$0.hasPrefix("languages/") }.compactMap { $0.split(separator: "/").last }
    #expect(Set(names).count == names.count, "\(names.sorted())")
  }

  @Test("Every referenced file exists")
  func references() throws {
    var count = 0
    for path in Self.files.keys.sorted() {
      for reference in try Self.references(of: path) {
        count += 1
        #expect(Self.files[Self.resolve(reference, in: path)] != nil, "\(path) refers to \(reference)")
      }
    }
    #expect(count >= 4)
  }

  @Test("Resolves every form of reference")
  func resolving() {
    #expect(Self.resolve("./b.js", in: "kit/a.js") == "kit/b.js")
    #expect(Self.resolve("../kit/b.js", in: "views/deep/a.js") == "views/kit/b.js")
    #expect(Self.resolve("page/{{hash}}/kit/b.js", in: "index.html") == "kit/b.js")
    #expect(Self.resolve("../b.js", in: "a.js") == "../b.js")
  }

  @Test("No file loads from other hosts or contains inline code that the policy forbids")
  func inside() throws {
    for path in Self.files.keys.sorted() {
      let text = Self.text(path)
      for pattern in [
        #"(?:href|src|action)=["'](?:https?:)?//"#, #"url\(\s*["']?(?:https?:)?//"#, #"from ["']https?:"#,
      ] {
        #expect(text.range(of: pattern, options: .regularExpression) == nil, "\(path): \(pattern)")
      }
      guard path.hasSuffix(".html") else { continue }
      for pattern in [#"<script(?![^>]*\bsrc=)"#, "<style", #"\sstyle="#, #"\son[a-z]+="#, "javascript:"] {
        #expect(text.range(of: pattern, options: .regularExpression) == nil, "\(path): \(pattern)")
      }
    }
  }

  @Test("Files contain no tabs and no trailing spaces")
  func form() {
    for path in Self.files.keys.sorted() where !path.hasSuffix(".svg") && !Self.drawn.contains(path) {
      for (index, line) in Self.text(path).components(separatedBy: "\n").enumerated() {
        #expect(!line.contains("\t") && !line.hasSuffix(" "), "\(path):\(index + 1)")
      }
    }
  }

  /// The edge leaves out indentation and lines that begin a comment.
  @Test("No string of a script or a style spans lines")
  func strings() {
    let texts = Self.files.keys.sorted().filter { $0.hasSuffix(".js") || $0.hasSuffix(".css") }
    #expect(texts.count > 100)
    for path in texts {
      for (index, line) in Self.text(path).components(separatedBy: "\n").enumerated() {
        #expect(line.count { $0 == "`" }.isMultiple(of: 2) && !line.hasSuffix("\\"), "\(path):\(index + 1)")
      }
    }
  }

  @Test("The service worker and the manifest are complete")
  func app() throws {
    let worker = Self.text("service-worker.js")
    #expect(worker.contains("\"page/{{hash}}/\"") && worker.contains("\"{{files}}\""))
    // The worker's own policy allows it to load files, and nothing else.
    #expect(try Self.references(of: "service-worker.js").isEmpty && !worker.contains("importScripts"))
    let manifest = try JSONSerialization.jsonObject(with: Data(Self.files["app.webmanifest"]?.bytes ?? []))
    let icons = try #require((manifest as? [String: Any])?["icons"] as? [[String: String]])
    #expect(Set(icons.compactMap { $0["purpose"] }) == ["any", "maskable"])
    for (name, size) in Dashboard.icons {
      let bytes = try #require(Self.files[name]?.bytes)
      // The width and the height in the chunk IHDR.
      for start in [16, 20] { #expect(bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } == size, "\(name)") }
      let sizes = icons.filter { $0["src"] == name }.map { $0["sizes"] }
      #expect(sizes.allSatisfy { $0 == "\(size)x\(size)" }, "\(name)")
    }
  }

  @Test("A first visit loads less than 60 kB compressed")
  func firstLoad() throws {
    let files = Dictionary(uniqueKeysWithValues: try Dashboard.files().map { ($0.path, $0) })
    // The bundle imports nothing, so these are all files before the first call of the API.
    let first = try Self.references(of: "index.html").map { Self.resolve($0, in: "index.html") }
    let loaded = ["index.html"] + first.filter { !Self.drawn.contains($0) }
    #expect(loaded.count < 10)
    let sizes = try loaded.map { path in
      let file = try #require(files[path], "\(path)")
      return try #require(Deflate.gzip(file.bytes), "\(path)").count
    }
    #expect(sizes.reduce(0, +) < 60_000, "\(sizes.reduce(0, +)) bytes in \(loaded)")
  }
}
