import Foundation
import Testing

extension SystemTests {
  @Suite("Safety of commands")
  struct CarefulCommandTests {
    private func shell(_ script: String) throws -> CommandResult {
      try Executable.run(program: "/bin/bash", ["-c", script], environment: ["WAYMARK": Executable.path])
    }

    @Test("Commands read a backup but never write to it")
    func backups() throws {
      let stack = try Stack()
      _ = try Story(try stack.client(user: "ada")).record()
      let backup = stack.folder.path + "/backup"
      #expect(try stack.command("backup", backup).code == 0)
      for words in [["token", "list"], ["user", "list"]] {
        let listed = try Executable.run(words + ["--data", backup])
        #expect(listed.code == 0 && listed.output.contains("ada"), "\(words): \(listed.errors)")
      }
      let writing = [
        ["token", "create", "--user", "eve"], ["token", "revoke", "0"], ["sign-in", "--user", "ada"],
        ["verify", "--repair", "rows"],
      ]
      for words in writing {
        let rejected = try Executable.run(words + ["--data", backup])
        #expect(rejected.code == 1 && rejected.errors.contains("is a backup"), "\(words): \(rejected.errors)")
      }
      #expect(try Executable.run(["verify", "--data", backup]).code == 0)
      #expect(try Executable.run(["restore", backup, "--data", stack.folder.path + "/new"]).code == 0)
    }

    @Test("Rejects a second stack or service in the same run directory")
    func runDirectory() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      let pids = try stack.pids()
      let other = stack.folder.path + "/other"
      let run = ["--data", other, "--run", stack.runDirectory, "--listen", "127.0.0.1:0"]
      for words in [["up"], ["serve", "session"], ["serve", "stats"]] {
        let rejected = try Executable.run(words + run)
        #expect(rejected.code == 1 && rejected.output.isEmpty, "\(words): \(rejected.output)")
        #expect(rejected.errors.contains("runs on \(stack.runDirectory)"), "\(words): \(rejected.errors)")
      }
      #expect(try stack.pids() == pids)
      _ = try story.record()
      #expect(try story.summary().number("totalPlayCount") == 1)
    }

    @Test("Fails in one line if the output cannot be written")
    func fullOutput() throws {
      let stack = try Stack()
      for words in ["token list --json", "token create --user ada", "user list", "status", "verify --json"] {
        let result = try shell("\"$WAYMARK\" \(words) --data \(stack.data) >/dev/full")
        #expect(result.code == 1, "\(words)")
        #expect(result.errors.contains("cannot write to standard output"), "\(words): \(result.errors)")
      }
      #expect(try shell("\"$WAYMARK\" help --man | true; echo \"${PIPESTATUS[*]}\"").errors.isEmpty)
    }

    @Test("An export follows a symbolic link and writes to a pipe, and replaces neither")
    func exports() throws {
      let stack = try Stack()
      _ = try Story(try stack.client(user: "ada")).record()
      let folder = stack.folder.path
      let script = """
        set -e; cd \(folder); mkdir far; ln -s far/export.json link; mkfifo pipe
        "$WAYMARK" export --user ada --data data --output plain.json
        "$WAYMARK" export --user ada --data data --output far/export.json
        "$WAYMARK" export --user ada --data data --output link
        cat pipe >piped.json & "$WAYMARK" export --user ada --data data --output pipe; wait
        test -L link && test -p pipe && test -s plain.json && test -s piped.json && test -s far/export.json
        test "$(ls)" = "$(printf '%s\\n' data errors far link output pipe piped.json plain.json)"
        """
      let result = try shell(script)
      #expect(result.code == 0, "\(result.errors)")
    }

    @Test("Escapes control characters and line breaks in the names of tokens")
    func names() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let body = "{\"name\":\"x\\nffff  eve  \\u001b[2J\\u202e\"}"
      #expect(try client.post("/api/v1/tokens", body).status == 201)
      let listed = try stack.command("token", "list", "--user", "ada").output
      #expect(listed.contains("x\\u000affff  eve  \\u001b[2J\\u202e"), "\(listed)")
      #expect(!listed.contains("\u{1b}") && !listed.contains("\nffff"))
    }

    @Test("A token created right after the deletion of its user is valid when it is printed")
    func deletedUser() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      _ = try Story(client).record()
      #expect(try client.delete("/api/v1/account").status == 204)
      #expect(try client.get("/api/v1/profile").status == 401)
      let again = try stack.client(user: "ada")
      #expect(try again.get("/api/v1/analytics/summary").object.number("totalPlayCount") == 0)
    }
  }
}
