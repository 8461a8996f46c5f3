import Crypto

/// The page's files: `index.html` at `/` and the service worker next to it, which are revalidated each time, and all
/// others below `/page/HASH`, cached permanently.
public struct Website: Sendable {
  public struct File: Sendable {
    /// The path within the page's folder.
    var path: String
    var contentType: String
    var bytes: [UInt8]

    public init(path: String, contentType: String, bytes: [UInt8]) {
      self.path = path
      self.contentType = contentType
      self.bytes = bytes
    }
  }

  /// A file with its header lines.
  private struct Page {
    var plain: FixedPage
    var bytes: [UInt8]
    var cached: String
    var fields: [UInt8]
    var type: [UInt8]
    /// Nil until a client first requests it; the plain one if compression does not make it smaller.
    var compressed: FixedPage?

    init(_ bytes: [UInt8], type: [UInt8], cached: String, fields: [UInt8]) {
      (self.bytes, self.type, self.cached, self.fields) = (bytes, type, cached, fields)
      plain = FixedPage(bytes, cached: cached, fields: fields, bodyFields: type)
    }

    func compressed(by compress: ([UInt8]) -> [UInt8]?) -> FixedPage {
      guard let smaller = compress(bytes), smaller.count < bytes.count else { return plain }
      return FixedPage(
        smaller, cached: cached, fields: fields, bodyFields: type + FieldLines.line("Content-Encoding", "gzip"))
    }
  }

  /// The files with fixed addresses. A service worker controls the addresses below its own.
  private static let fixed = ["index.html": "/", "service-worker.js": "/service-worker.js"]
  /// The placeholder in these files that the hash replaces.
  private static let placeholder = "page/{{hash}}/"
  /// The placeholder that the names of all other files replace.
  private static let listPlaceholder = "{{files}}"
  static let hashCharacters = 16

  private var pages: [String: Page] = [:]
  private let compress: @Sendable ([UInt8]) -> [UInt8]?

  /// `compress` returns the bytes as gzip. A file is compressed when a client first requests it: compressing all of
  /// them takes a quarter of the time in which the edge starts.
  public init(_ files: [File], compress: @escaping @Sendable ([UInt8]) -> [UInt8]?) {
    self.compress = compress
    let hash = Website.hash(files)
    let names = files.map(\.path).filter { Website.fixed[$0] == nil }.sorted().joined(separator: " ")
    for file in files {
      let address = Website.fixed[file.path]
      var bytes = PageText.kind(of: file.contentType).map { PageText.compact(file.bytes, $0) } ?? file.bytes
      if address != nil {
        bytes = Website.replacing(Website.placeholder, "page/\(hash)/", in: bytes)
        bytes = Website.replacing(Website.listPlaceholder, names, in: bytes)
      }
      let cached = address == nil ? "public, max-age=31536000, immutable" : "no-cache"
      let type = FieldLines.line("Content-Type", file.contentType)
      let fields = Website.fields + Website.policies(for: address)
      pages[address ?? "/page/\(hash)/\(file.path)"] = Page(bytes, type: type, cached: cached, fields: fields)
    }
  }

  mutating func page(at path: String, prefersGzip: () -> Bool) -> FixedPage? {
    guard let page = pages[path] else { return nil }
    guard prefersGzip() else { return page.plain }
    if let compressed = page.compressed { return compressed }
    let made = page.compressed(by: compress)
    pages[path]?.compressed = made
    return made
  }

  /// Returns the hash of the names and bytes of all files, regardless of their order.
  private static func hash(_ files: [File]) -> String {
    var all: [UInt8] = []
    for file in files.sorted(by: { $0.path < $1.path }) { all += SHA256.hash(file.path) + SHA256.hash(file.bytes) }
    var digits: [UInt8] = []
    for byte in SHA256.hash(all).prefix(hashCharacters / 2) {
      digits += [Bytes.hexDigit(byte >> 4), Bytes.hexDigit(byte & 15)]
    }
    return String(decoding: digits, as: UTF8.self)
  }

  private static func replacing(_ text: String, _ other: String, in bytes: [UInt8]) -> [UInt8] {
    let parts = bytes.split(separator: [UInt8](text.utf8), omittingEmptySubsequences: false)
    return Array(parts.joined(separator: [UInt8](other.utf8)))
  }

  /// Allows our scripts, styles and pictures and calls to this server. No other page may frame or control it.
  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'
    """

  private static let fields =
    FieldLines.line("Cross-Origin-Resource-Policy", "same-origin") + FieldLines.line("Vary", "Accept-Encoding")

  private static func policies(for address: String?) -> [UInt8] {
    switch address {
    case nil: partFields
    case "/": documentFields
    case _?: workerFields
    }
  }

  /// The service worker loads the page's files.
  private static let workerFields = FieldLines.line(
    "Content-Security-Policy", "default-src 'none'; connect-src 'self'")

  /// A file that is opened on its own must not run or load anything. The other policies are the document's.
  private static let partFields = FieldLines.line("Content-Security-Policy", "default-src 'none'")

  private static let documentFields =
    FieldLines.line("Content-Security-Policy", policy)
    + FieldLines.line("Referrer-Policy", "no-referrer")
    + FieldLines.line("Cross-Origin-Opener-Policy", "same-origin")
    + FieldLines.line(
      "Permissions-Policy",
      "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), "
        + "microphone=(), midi=(), payment=(), serial=(), usb=()")
}
