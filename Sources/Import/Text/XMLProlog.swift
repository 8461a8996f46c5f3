/// Removes the document type from an XML text, which may be damaged or hostile, and characters that are not allowed in
/// XML but that apps write.
struct XMLProlog {
  private var head: [UInt8] = []
  private var isPast = false
  /// The length of the prolog at the next attempt to parse it, which doubles so that small chunks cost linear time.
  private var nextCheck = 0

  mutating func read(_ bytes: ArraySlice<UInt8>) throws(ImportError) -> [UInt8] {
    if isPast { return Self.cleaned(bytes) }
    head += bytes
    guard head.count >= max(nextCheck, 4) else { return [] }
    nextCheck = head.count * 2
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) || head.prefix(4).contains(0) {
      throw ImportError("not UTF-8 text; save the file as UTF-8")
    }
    guard let kept = Self.withoutType(head) else {
      guard head.count <= ImportLimits.rowBytes else { throw ImportError("not an XML file: no element was found") }
      return []
    }
    isPast = true
    head = []
    return Self.cleaned(kept[...])
  }

  /// Returns the remaining bytes, which are all bytes if no element has started.
  mutating func finish() -> [UInt8] {
    defer { head = [] }
    return isPast ? [] : Self.cleaned((Self.withoutType(head) ?? head)[...])
  }

  private static func cleaned(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.map { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D ? 0x20 : $0 }
  }

  /// Returns nil until the first element has started.
  private static func withoutType(_ head: [UInt8]) -> [UInt8]? {
    let (mark, lead) = beginning(of: head)
    let start = mark.count + lead.count
    // Some apps write spaces before the declaration, which must come first: they are moved after it.
    let hasDeclaration = head[start...].starts(with: Array("<?xml".utf8))
    var kept = hasDeclaration ? mark : mark + lead
    var place = start
    while place < head.count {
      guard head[place] == 0x3C else {
        kept.append(head[place])
        place += 1
        continue
      }
      guard place + 1 < head.count else { return nil }
      if isLetter(head[place + 1]) { return kept + head[place...] }
      let isType = head[place...].starts(with: Array("<!DOCTYPE".utf8))
      let mark = isComment(head, at: place) ? "-->" : head[place + 1] == 0x3F ? "?>" : ">"
      guard let end = isType ? endOfType(head, from: place) : end(of: mark, in: head, from: place) else { return nil }
      // Keeps line feeds, so that line numbers stay correct.
      kept += isType ? head[place..<end].filter { $0 == 0x0A } : Array(head[place..<end])
      if hasDeclaration, place == start { kept += lead }
      place = end
    }
    return nil
  }

  /// Returns the byte order mark and white space at the start, in any order.
  private static func beginning(of head: [UInt8]) -> (mark: [UInt8], lead: [UInt8]) {
    let whole: [UInt8] = [0xEF, 0xBB, 0xBF]
    var (mark, lead): ([UInt8], [UInt8]) = ([], [])
    while mark.count + lead.count < head.count {
      let rest = head[(mark.count + lead.count)...]
      if let space = rest.first, space == 0x20 || (0x09...0x0D).contains(space) {
        lead.append(space)
      } else if mark.isEmpty, rest.starts(with: whole) {
        mark = whole
      } else {
        break
      }
    }
    return (mark, lead)
  }

  /// Returns the end of the document type after `]>`, or after `>` if it has no internal subset, or the start of the
  /// first element if it has no end.
  private static func endOfType(_ head: [UInt8], from start: Int) -> Int? {
    var place = start + 1
    var hasPart = false
    while place + 1 < head.count {
      switch head[place] {
      case 0x3C where isComment(head, at: place):
        guard let end = end(of: "-->", in: head, from: place) else { return nil }
        place = end - 1
      case 0x5B: hasPart = true
      case 0x3C where isLetter(head[place + 1]): return place
      case 0x3E where !hasPart: return place + 1
      case 0x5D:
        let rest = head[(place + 1)...].drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let next = rest.first else { return nil }
        if next == 0x3E { return rest.startIndex + 1 }
      default: break
      }
      place += 1
    }
    return nil
  }

  private static func isComment(_ head: [UInt8], at place: Int) -> Bool {
    head[place...].starts(with: Array("<!--".utf8))
  }

  private static func end(of mark: String, in head: [UInt8], from start: Int) -> Int? {
    let mark = Array(mark.utf8)
    return (start..<max(start, head.count - mark.count + 1)).first { head[$0...].starts(with: mark) }
      .map { $0 + mark.count }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte >= 0x80
  }
}
