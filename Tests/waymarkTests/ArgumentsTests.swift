import Service
import Testing

@testable import waymark

@Suite("The arguments of a command line")
struct ArgumentsTests {
  private let flags = [Flag("user", value: "U", ""), .json]

  @Test("Accepts flags anywhere, with a space or an equals sign")
  func flagsAnywhere() throws {
    let first = try Arguments(["a", "--user", "u", "b", "--json"], flags: flags)
    let second = try Arguments(["--json", "--user=u", "a", "b"], flags: flags)
    #expect(first == second)
    #expect(first.words == ["a", "b"] && first.values == ["user": "u"] && first.asJSON)
  }

  @Test("Takes everything after two dashes as words; a value may be empty or contain an equals sign")
  func dashes() throws {
    let arguments = try Arguments(["--user=a=b", "--", "--json", "-x"], flags: flags)
    #expect(arguments.words == ["--json", "-x"] && arguments.values["user"] == "a=b" && !arguments.asJSON)
    #expect(try Arguments(["--user="], flags: flags).values["user"] == "")
  }

  @Test("Rejects unknown and incomplete flags", arguments: [["--what"], ["-x"], ["--user"], ["--json=1"]])
  func wrong(list: [String]) {
    #expect(throws: UsageFailure.self) { try Arguments(list, flags: flags) }
  }

  @Test("Rejects a flag of another subcommand, but not those of all commands")
  func flagsOfWords() throws {
    let arguments = try Arguments(["list", "--user", "u", "--json", "--data=d"], flags: flags + Command.sharedFlags)
    try arguments.expectFlags("user")
    #expect(throws: UsageFailure.self) { try arguments.expectFlags() }
  }

  @Test("Checks the number of words", arguments: [0, 1, 2, 3])
  func words(count: Int) throws {
    let arguments = try Arguments(Array(repeating: "w", count: count), flags: [])
    if (1...2).contains(count) {
      try arguments.expectWords(1...2)
    } else {
      #expect(throws: UsageFailure.self) { try arguments.expectWords(1...2) }
    }
  }

  @Test(
    "Parses a duration with its unit",
    arguments: [("90d", 7_776_000), ("12h", 43_200), ("1m", 60), ("2w", 1_209_600)])
  func spans(text: String, seconds: Int64) {
    #expect(TimeSpan.seconds(text) == seconds)
  }

  @Test("Rejects invalid durations", arguments: ["", "d", "1", "-1d", "0d", "1.5h", "1 d", "999999999d"])
  func noSpans(text: String) {
    #expect(TimeSpan.seconds(text) == nil)
  }
}
