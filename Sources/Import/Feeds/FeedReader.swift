/// Reads the titles in a podcast's feed: RSS 2.0 or Atom. The document type is removed, so that there are no entities
/// to resolve.
public struct FeedReader {
  /// An episode with its guid and the URLs of its files.
  public struct Item: Hashable, Sendable {
    public var title = ""
    public var names: [String] = []
  }

  private static let names: Set = [
    "title", "item", "entry", "guid", "id", "enclosure", "link", "image", "source", "textInput",
  ]

  private let xml: XMLReader
  private let onItem: (Item) -> Void
  /// The title of the podcast.
  public private(set) var title: String?
  private var item: Item?
  /// The depth in elements that have their own title.
  private var inner = 0

  /// `onItem` receives each episode that has a title and a name.
  public init(onItem: @escaping (Item) -> Void) throws(ImportError) {
    xml = try XMLReader(Self.names)
    self.onItem = onItem
  }

  /// Reads a part of the text. Text after an error is ignored.
  public mutating func read(_ bytes: ArraySlice<UInt8>) throws(ImportError) {
    for event in try xml.read(bytes) { take(event) }
  }

  public mutating func finish() throws(ImportError) {
    for event in try xml.finish() { take(event) }
  }

  private mutating func take(_ part: XMLEvent) {
    switch part {
    case .start("item", _, _), .start("entry", _, _): item = Item()
    case .end("item", _), .end("entry", _):
      if let item, !item.title.isEmpty, !item.names.isEmpty { onItem(item) }
      item = nil
    case .start("image", _, _), .start("source", _, _), .start("textInput", _, _): inner += 1
    case .end("image", _), .end("source", _), .end("textInput", _): inner -= 1
    case .start("enclosure", let attributes, _): add(attributes["url"])
    case .start("link", let attributes, _): if attributes["rel"] == "enclosure" { add(attributes["href"]) }
    case .end("guid", let text), .end("id", let text): if inner == 0 { add(text) }
    case .end("title", let text): if inner == 0 { setTitle(text) }
    default: return
    }
  }

  private mutating func add(_ name: String?) {
    guard let name, !name.isEmpty, item != nil, (item?.names.count ?? 0) < ImportLimits.feedNames else { return }
    item?.names.append(name)
  }

  /// The first title counts: others are those of extensions.
  private mutating func setTitle(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return }
    if item != nil {
      if item?.title.isEmpty == true { item?.title = words }
    } else if title == nil {
      title = words
    }
  }
}
