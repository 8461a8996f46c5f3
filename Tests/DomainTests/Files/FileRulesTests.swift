import Testing

@testable import Domain

@Suite("Files")
struct FileRulesTests {
  @Test("Names of 255 bytes in four folders are allowed")
  func depth() {
    let name = String(repeating: "é", count: 127) + "x"
    #expect(FileRules.isAllowed(FilePath(["a", "b", "c", "d", name]), isFolder: false))
    #expect(!FileRules.isAllowed(FilePath(["a", "b", "c", "d", name + "x"]), isFolder: false))
    #expect(!FileRules.isAllowed(FilePath(["a", "b", "c", "d", "e", "f"]), isFolder: false))
    #expect(FileRules.isAllowed(FilePath(["a", "b", "c", "d"]), isFolder: true))
    #expect(!FileRules.isAllowed(FilePath(["a", "b", "c", "d", "e"]), isFolder: true))
  }

  @Test("Some names are not", arguments: [".", "..", "", "a/b", "a\0", "a\nb", "\u{7F}"])
  func names(_ name: String) {
    #expect(!FileRules.isAllowed(FilePath([name]), isFolder: false))
  }

  @Test(
    "A tag also matches with what proxies add",
    arguments: [
      "\"abc\"", "abc", "W/\"abc\"", "\"abc-gzip\"", "\"abc;gzip\"", "\"abc\"-gzip", "W/\"abc-br\"", "\"abc-zstd\"",
      "\"abc\";gzip",
    ])
  func tags(_ sent: String) {
    #expect(FileTag.isEqual(sent, "abc"))
    #expect(!FileTag.isEqual(sent, "abd"))
    #expect(FileCondition(tags: [sent]).holds(for: "abc"))
  }

  @Test("A list of tags is split at commas outside of quotes")
  func lists() {
    #expect(FileTag.list(#""a", W/"b,c" , *"#) == [#""a""#, #"W/"b,c""#, "*"])
    #expect(FileTag.list(" , ").isEmpty)
  }

  @Test("Conditions decide about existing and missing files")
  func conditions() {
    #expect(FileCondition().holds(for: nil) && FileCondition().holds(for: "a"))
    #expect(!FileCondition(mustBeMissing: true).holds(for: "a") && FileCondition(mustBeMissing: true).holds(for: nil))
    #expect(!FileCondition(tags: ["\"a\""]).holds(for: nil) && !FileCondition(tags: ["*"]).holds(for: nil))
    #expect(FileCondition(tags: ["\"b\"", "*"]).holds(for: "a") && !FileCondition(tags: ["\"b\""]).holds(for: "a"))
  }

  @Test(
    "A stored path keeps names that begin with a combining character", arguments: ["\u{6DA}", "\u{301}e", "\u{200D}"])
  func combining(name: String) {
    let path = FilePath(["a", name, "b"])
    #expect(FilePath(text: path.text) == path && FilePath(text: path.text).names.count == 3)
    #expect(FileRules.isAllowed(FilePath(text: path.text), isFolder: true))
  }

  @Test("Statistics must begin as a database")
  func statistics() {
    let start = [UInt8]("SQLite format 3\0rest".utf8)
    #expect(FileRules.mayBegin("statistics.sqlite3", with: start))
    #expect(!FileRules.mayBegin("statistics.sqlite3", with: Array(start.prefix(15))))
    #expect(FileRules.mayBegin("notes.txt", with: []))
  }
}
