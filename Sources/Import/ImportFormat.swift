/// Where a file comes from: the word of the command line and of `POST /imports`.
public enum ImportFormat: String, CaseIterable, Codable, Sendable {
  case goodreads, storygraph, librarything, bookwyrm, hardcover, koreader, audiobookshelf
}
