/// Sorts by the bytes of names, eight at a time. A common prefix is read once per name, not once per comparison. No
/// name contains U+0000.
enum NameOrder {
  /// Items with the same name are ordered by `isBefore`.
  static func sorted<Item>(
    _ items: some Collection<Item>, by name: (Item) -> String, _ isBefore: (Item, Item) -> Bool
  ) -> [Item] {
    guard items.count > 1 else { return Array(items) }
    let items = Array(items)
    let names = items.map { Array(name($0).utf8) }
    var order = Array(items.indices)
    var left = [(range: 0..<items.count, depth: 0)]
    while let (range, depth) = left.popLast() {
      var words = range.map { (word: word(of: names[order[$0]], at: depth), place: order[$0]) }
      if words.contains(where: { $0.word != words[0].word }) { words.sort { $0.word < $1.word } }
      var start = 0
      while start < words.count {
        let word = words[start].word
        var end = start + 1
        while end < words.count, words[end].word == word { end += 1 }
        if end - start > 1 {
          if word & 0xFF == 0 {
            words[start..<end].sort { isBefore(items[$0.place], items[$1.place]) }
          } else {
            left.append((range.lowerBound + start..<range.lowerBound + end, depth + 8))
          }
        }
        start = end
      }
      for (offset, word) in words.enumerated() { order[range.lowerBound + offset] = word.place }
    }
    return order.map { items[$0] }
  }

  /// Returns eight bytes as a number, padded with zeros.
  private static func word(of name: [UInt8], at depth: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in depth..<(depth + 8) { word = word << 8 | (index < name.count ? UInt64(name[index]) : 0) }
    return word
  }
}
