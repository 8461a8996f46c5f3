/// All finishes in the order of their dates, to find when an achievement was first reached. A partial date counts at
/// its end, at the latest now; unknown ones count before all others.
struct FinishTimeline: Sendable {
  fileprivate struct Item: Sendable {
    /// `.min` if it is unknown.
    var date: Int64
    var work: UInt32
    var language: UInt32
    /// 0 unless the work was finished for the first time.
    var culture: UInt8
    var isPartial: Bool
    var isFirst: Bool
    var isFirstRating: Bool
    /// The change of the work's latest rating, in quarters.
    var ratingStep: Int8

    func isBefore(_ date: Int64, _ work: UInt32) -> Bool { (self.date, self.work) < (date, work) }
  }

  private var items: [Item] = []
  private var isSorted = true
  private var change = Change()
  /// The dates that were removed since the change was taken.
  private var removed: [Int64] = []

  /// The earliest dates that have changed; `.max` if there is none.
  struct Change {
    var any = Int64.max
    /// Without dates that were removed at the same time.
    var added = Int64.max
  }

  /// `ends` are the dates of the finishes, which are in order. `isSorting` is false while many works are added.
  mutating func add(_ book: Book, _ number: UInt32, _ finishes: [Finish], ends: [Int64], isSorting: Bool) {
    var rating: UInt8?
    for (finish, end) in zip(finishes, ends) {
      let new = finish.read.rating
      let item = Item(
        date: end, work: number, language: finish.isReread ? 0 : book.language,
        culture: finish.isReread ? 0 : book.culture, isPartial: finish.read.finish?.partial != nil,
        isFirst: !finish.isReread, isFirstRating: rating == nil && new != nil,
        ratingStep: new.map { Int8(clamping: Int($0) - Int(rating ?? 0)) } ?? 0)
      rating = new ?? rating
      change.any = min(change.any, end)
      if let place = removed.firstIndex(of: end) {
        removed.remove(at: place)
      } else {
        change.added = min(change.added, end)
      }
      guard isSorted, isSorting, let last = items.last, !last.isBefore(end, number) else {
        if let last = items.last, !last.isBefore(end, number) { isSorted = false }
        items.append(item)
        continue
      }
      items.insert(item, at: place(end, number))
    }
  }

  mutating func remove(_ number: UInt32, ends: [Int64]) {
    sort()
    for end in ends {
      change.any = min(change.any, end)
      removed.append(end)
      let place = place(end, number)
      if place < items.count, items[place].work == number, items[place].date == end { items.remove(at: place) }
    }
  }

  private func place(_ date: Int64, _ work: UInt32) -> Int {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].isBefore(date, work) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func sort() {
    guard !isSorted else { return }
    items.sort { $0.isBefore($1.date, $1.work) }
    isSorted = true
  }

  /// Returns what has changed since the last call. Without dated finishes, and for partial dates after it, `now` dates
  /// the finishes, so any change can lead to a date as early as `now`.
  mutating func takeChange(now: Int64?) -> Change {
    removed = []
    var taken = exchange(&change, with: Change())
    if let now {
      if taken.any < .max { taken.any = min(taken.any, now) }
      if taken.added < .max { taken.added = min(taken.added, now) }
    }
    return taken
  }

  /// Must be called if a later writing time is known, which can be the date of finishes.
  mutating func noteWrite(_ now: Int64, after last: Int64?) {
    sort()
    guard let last else {
      if !items.isEmpty { change.any = min(change.any, now) }
      return
    }
    let isMoved = items.reversed().prefix { $0.date > last }.contains(where: \.isPartial)
    if isMoved { change.any = min(change.any, last) }
  }

  var approximateBytes: Int { items.capacity * MemoryLayout<Item>.stride }
}

extension FinishTimeline {
  /// The figures of the finishes up to a date.
  struct Sums {
    var books = 0
    var ratedBooks = 0
    var quarters = 0
    private var cultureBits: UInt32 = 0
    private var languageNumbers: [UInt32] = []
    /// More languages are not counted.
    fileprivate let mostLanguages: Int

    fileprivate init(mostLanguages: Int) {
      self.mostLanguages = mostLanguages
    }

    func meet(_ condition: Achievement.Condition) -> Bool {
      switch condition.measure {
      case .books: books >= condition.threshold
      case .ratedBooks: ratedBooks >= condition.threshold
      case .cultures: cultureBits.nonzeroBitCount >= condition.threshold
      case .languages: languageNumbers.count >= condition.threshold
      case .rating: quarters >= condition.threshold * max(1, 4 * ratedBooks)
      case .longestStreak: false
      }
    }

    fileprivate mutating func add(_ item: Item) {
      books += item.isFirst ? 1 : 0
      ratedBooks += item.isFirstRating ? 1 : 0
      quarters += Int(item.ratingStep)
      if item.culture > 0 { cultureBits |= 1 << UInt32(item.culture) }
      if item.language > 0, languageNumbers.count < mostLanguages, !languageNumbers.contains(item.language) {
        languageNumbers.append(item.language)
      }
    }
  }

  /// Returns for each list of conditions the first second at which all of them are met, or nil if they never are.
  /// `now` is nil if no finish has been written with its time.
  mutating func first(_ wanted: [[Achievement.Condition]], now: Int64?) -> [Int64?] {
    sort()
    var found = [Int64?](repeating: nil, count: wanted.count)
    let languages = wanted.joined().filter { $0.measure == .languages }.map(\.threshold).max() ?? 0
    var sums = Sums(mostLanguages: languages)
    var open: Int64?
    // The finishes of one second count together.
    func close(_ second: Int64) {
      for (index, conditions) in wanted.enumerated() where found[index] == nil {
        if conditions.allSatisfy(sums.meet) { found[index] = second }
      }
    }
    let future = now.flatMap { now in items.firstIndex { $0.date > now } } ?? items.count
    let order = [items[..<future], ArraySlice(items[future...].filter(\.isPartial)), ArraySlice(items[future...])]
    for (part, slice) in order.enumerated() {
      for item in slice where part < 2 || !item.isPartial {
        let second = part == 1 ? now ?? item.date : item.date
        if let last = open, last < second {
          close(last)
          if !found.contains(nil) { return found }
        }
        sums.add(item)
        if second > .min { open = second }
      }
    }
    // Without any date, the finishes count now.
    if let last = open ?? (items.isEmpty ? nil : now) { close(last) }
    return found
  }
}
