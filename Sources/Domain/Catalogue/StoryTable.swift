import Chronology

/// The stories of a user, each with a number that rows refer to.
///
/// An id keeps its number after its story is deleted, because the sessions remain and belong to the story again if it
/// is recreated. Floating-point numbers are always summed in the order of these numbers.
struct StoryTable: Sendable {
  private(set) var ids: [String] = []
  private var stories: [Story?] = []
  private var numbers: [String: UInt32] = [:]
  private(set) var count = 0
  private(set) var favoriteCount = 0
  private(set) var textBytes = 0
  /// Caches the last lookup, because consecutive sessions often have the same story.
  private var latest: (id: String, number: UInt32)?

  mutating func number(of id: String) -> UInt32 {
    if let latest, latest.id == id { return latest.number }
    let number = numbers[id] ?? add(id)
    latest = (id, number)
    return number
  }

  private mutating func add(_ id: String) -> UInt32 {
    let number = UInt32(ids.count)
    ids.append(id)
    stories.append(nil)
    numbers[id] = number
    textBytes += id.utf8.count
    return number
  }

  /// The existing stories and their numbers, sorted by number.
  var existing: some Sequence<(number: Int, story: Story)> {
    stories.enumerated().lazy.compactMap { number, story in story.map { (number, $0) } }
  }

  mutating func save(_ story: Story) {
    set(story, at: Int(number(of: story.id)))
  }

  mutating func remove(id: String) {
    set(nil, at: Int(number(of: id)))
  }

  mutating func favor(_ isFavorite: Bool, id: String) {
    let number = Int(number(of: id))
    guard var story = stories[number] else { return }
    story.isFavorite = isFavorite
    set(story, at: number)
  }

  mutating func clearHero(_ heroId: String) {
    for number in stories.indices where stories[number]?.heroId == heroId { stories[number]?.heroId = nil }
  }

  private mutating func set(_ story: Story?, at number: Int) {
    let old = stories[number]
    count += (story == nil ? 0 : 1) - (old == nil ? 0 : 1)
    favoriteCount += (story?.isFavorite == true ? 1 : 0) - (old?.isFavorite == true ? 1 : 0)
    textBytes += (story?.title.utf8.count ?? 0) - (old?.title.utf8.count ?? 0)
    stories[number] = story
  }

  subscript(number: Int) -> Story? { stories[number] }

  var latestCreation: Instant? {
    existing.map(\.story.createdAt).max()
  }

  var approximateBytes: Int {
    ids.count * (MemoryLayout<Story?>.stride + 3 * MemoryLayout<String>.stride) + 2 * textBytes
  }
}

extension StoryTable {
  func write(to writer: inout ByteWriter) {
    writer.write(UInt32(ids.count))
    for (id, story) in zip(ids, stories) {
      writer.write(id)
      writer.write(story) { writer, story in
        writer.write(story.title)
        writer.write(story.heroId) { $0.write($1) }
        writer.write(story.estimatedDuration)
        writer.write(story.createdAt.seconds)
        writer.write(story.isFavorite)
      }
    }
  }

  init(from reader: inout ByteReader) throws(SnapshotDamage) {
    for _ in 0..<(try reader.count(itemBytes: 5)) {
      let id = try reader.text()
      guard numbers[id] == nil else { throw SnapshotDamage("duplicate story") }
      let number = add(id)
      guard try reader.bool() else { continue }
      let title = try reader.text()
      let heroId = try reader.bool() ? try reader.text() : nil
      let story = Story(
        id: id, title: title, heroId: heroId, estimatedDuration: try reader.double(),
        createdAt: Instant(seconds: try reader.integer()), isFavorite: try reader.bool())
      set(story, at: Int(number))
    }
  }
}
