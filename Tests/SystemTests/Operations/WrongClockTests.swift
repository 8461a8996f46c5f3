import Foundation
import Testing

extension SystemTests {
  @Suite("Data of a wrong clock")
  struct WrongClockTests {
    @Test(
      "Its backups are made and restored, and verify only warns",
      arguments: ["915148800", "recorded_at + 300000000"])
    func backups(recordedAt: String) throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      for index in 0..<3 { _ = try story.record(startingAt: Double(index) * 3_600) }
      stack.stop()
      try DatabaseEdit.run(
        "UPDATE journal SET recorded_at = \(recordedAt) WHERE user_id = 'ada' AND seq > 3",
        on: stack.data + "/journal.sqlite")
      let verified = try stack.command("verify")
      #expect(verified.code == 0, "\(verified.errors)")
      #expect(verified.output.contains("warning: journal of ada: ") && verified.output.contains("clock was wrong"))
      #expect(verified.output.contains("no problems found"), "\(verified.output)")
      let folder = stack.folder.path + "/backups"
      let made = try stack.command("backup", folder, "--keep", "3")
      #expect(made.code == 0 && made.output.contains("warning: journal of ada: "), "\(made.errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      let name = try #require(names.first)
      #expect(names.count == 1 && !name.hasSuffix("-damaged"), "\(names)")
      let restored = stack.folder.path + "/restored"
      #expect(try Executable.run(["restore", "\(folder)/\(name)", "--data", restored]).code == 0)
      #expect(try Executable.run(["verify", "--data", restored]).code == 0)
    }
  }
}
