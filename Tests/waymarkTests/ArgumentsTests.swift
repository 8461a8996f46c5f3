import Service
import Testing

@testable import waymark

@Suite("The words of a command line")
struct ArgumentsTests {
  private let flags = [Flag("user", value: "U", ""), .json]

  @Test("Flags stand anywhere, with a space or an equals sign")
  func flagsAnywhere() throws {
    let first = try Arguments(["a", "--user", "u", "b", "--json"], flags: flags)
    let second = try Arguments(["--json", "--user=u", "a", "b"], flags: flags)
    #expect(first == second)
    #expect(first.words == ["a", "b"] && first.values == ["user": "u"] && first.asJSON)
  }

  @Test("After two dashes everything is a word; a value may be empty or hold an equals sign")
  func dashes() throws {
    let arguments = try Arguments(["--user=a=b", "--", "--json", "-x"], flags: flags)
    #expect(arguments.words == ["--json", "-x"] && arguments.values["user"] == "a=b" && !arguments.asJSON)
    #expect(try Arguments(["--user="], flags: flags).values["user"] == "")
  }

  @Test("What is unknown or incomplete is wrong usage", arguments: [["--what"], ["-x"], ["--user"], ["--json=1"]])
  func wrong(list: [String]) {
    #expect(throws: UsageFailure.self) { try Arguments(list, flags: flags) }
  }

  @Test("A flag that belongs to another word of the command is wrong usage; those of all commands are not")
  func flagsOfWords() throws {
    let arguments = try Arguments(["list", "--user", "u", "--json", "--data=d"], flags: flags + Command.sharedFlags)
    try arguments.expectFlags("user")
    #expect(throws: UsageFailure.self) { try arguments.expectFlags() }
  }

  @Test("Words are counted", arguments: [0, 1, 2, 3])
  func words(count: Int) throws {
    let arguments = try Arguments(Array(repeating: "w", count: count), flags: [])
    if (1...2).contains(count) {
      try arguments.expectWords(1...2)
    } else {
      #expect(throws: UsageFailure.self) { try arguments.expectWords(1...2) }
    }
  }

  @Test(
    "A stretch of time is a number and a unit",
    arguments: [("90d", 7_776_000), ("12h", 43_200), ("1m", 60), ("2w", 1_209_600)])
  func spans(text: String, seconds: Int64) {
    #expect(TimeSpan.seconds(text) == seconds)
  }

  @Test("Anything else is none", arguments: ["", "d", "1", "-1d", "0d", "1.5h", "1 d", "999999999d"])
  func noSpans(text: String) {
    #expect(TimeSpan.seconds(text) == nil)
  }
}
