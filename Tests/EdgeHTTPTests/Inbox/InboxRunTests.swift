import API
import Connectors
import Glibc
import Proto
import Service
import Synchronization
import Testing

@testable import EdgeHTTP

@Suite("Imports from an inbox")
struct InboxRunTests {
  /// An inbox in memory, whose files are the standard input of a shell.
  private final class Files: InboxStorage {
    struct State {
      var files: [InboxFile: InboxStamp] = [:]
      var moved: [InboxFile: String?] = [:]
    }

    let state = Mutex(State())

    init(_ names: [String]) {
      state.withLock { state in
        for name in names {
          state.files[InboxFile(user: "ada", name: name)] = InboxStamp(inode: 1, size: 1, nanoseconds: 1)
        }
      }
    }

    func claim() -> Bool { true }
    func scan() -> [InboxFile: InboxStamp] { state.withLock { $0.files } }
    func open(_ file: InboxFile, _ stamp: InboxStamp) -> Int32? { Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC) }

    func move(_ file: InboxFile, _ stamp: InboxStamp, failure: String?) -> String? {
      state.withLock { state in
        state.files[file] = nil
        state.moved[file] = failure
      }
      return nil
    }

    func moved(_ name: String) -> String?? { state.withLock { $0.moved[InboxFile(user: "ada", name: name)] } }
  }

  private let program = ImportProgram(
    path: "/bin/sh",
    arguments: { call, user in
      let report = #"{"added":1,"alreadyThere":0,"rejected":0,"skipped":0,"problems":[]}"#
      let word = call.format == .gpx ? "result \(report)" : "refused no \(call.format.rawValue) of \(user)"
      return ["sh", "-c", "echo '\(word)'", "sh"]
    }, environment: [], folders: [])

  @Test("Imports a quiet file, moves it, and reports a failure with its reason")
  func run() throws {
    let edge = try EdgeHarness()
    edge.service.reply(
      SessionAPI.FetchHeads.name, SessionAPI.FetchHeads.Reply(heads: [SessionAPI.Head(seq: 3, checksum: 1)]))
    edge.service.reply(SessionAPI.NoteConnector.name, Nothing())
    let files = Files(["a.gpx", "b.fit", "c.txt"])
    let inbox = edge.inspect { [program] edge in
      let inbox = Inbox(
        loop: edge.loop, session: edge.connectors.uses.session, uses: edge.connectors.uses,
        log: Log(service: "edge", level: .error),
        program: program, storage: files, quiet: 20)
      inbox.start()
      return LoopLocal(onLoop: edge.loop, inbox)
    }
    #expect(comes { files.moved("a.gpx") == .some(nil) && files.moved("b.fit") != nil && files.moved("c.txt") != nil })
    #expect(files.moved("b.fit") == "no fit of ada")
    let reason = try #require(files.moved("c.txt") ?? nil)
    #expect(reason.contains("format"))
    edge.inspect { _ in inbox.value.stop() }
    #expect(edge.service.calls(SessionAPI.NoteConnector.name).contains { $0.meta.user == "ada" })
  }

  @Test("A file whose import something else ended is imported later, and has failed only after several times")
  func interrupted() throws {
    let edge = try EdgeHarness()
    edge.service.reply(
      SessionAPI.FetchHeads.name, SessionAPI.FetchHeads.Reply(heads: [SessionAPI.Head(seq: 3, checksum: 1)]))
    edge.service.reply(SessionAPI.NoteConnector.name, Nothing())
    for signal in ["TERM", "KILL", "SEGV"] {
      let outcomes = Mutex<[InboxOutcome]>([])
      edge.inspect { edge in
        let script = ["sh", "-c", "kill -\(signal) $$", "sh"]
        let program = ImportProgram(path: "/bin/sh", arguments: { _, _ in script }, environment: [], folders: [])
        let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
        let order = SessionAPI.ImportOrder(.inbox, .gpx)
        let run = LoopLocal<InboxImport?>(onLoop: edge.loop, nil)
        run.value = InboxImport(loop: edge.loop, program, order, user: "ada", file) { outcome in
          outcomes.withLock { $0.append(outcome) }
          run.value = nil
        }
      }
      #expect(comes { outcomes.withLock { !$0.isEmpty } })
      let isInterruption = outcomes.withLock { $0 == [.interrupted] }
      #expect(isInterruption == (signal != "SEGV"), "\(signal)")
    }
  }

  @Test("A folder of an unknown user is left alone")
  func stranger() throws {
    let edge = try EdgeHarness()
    edge.service.reply(
      SessionAPI.FetchHeads.name, SessionAPI.FetchHeads.Reply(heads: [SessionAPI.Head(seq: 0, checksum: 0)]))
    let files = Files(["a.gpx"])
    let inbox = edge.inspect { [program] edge in
      let inbox = Inbox(
        loop: edge.loop, session: edge.connectors.uses.session, uses: edge.connectors.uses,
        log: Log(service: "edge", level: .error),
        program: program, storage: files, quiet: 1)
      inbox.start()
      return LoopLocal(onLoop: edge.loop, inbox)
    }
    #expect(comes { edge.service.calls(SessionAPI.FetchHeads.name).count == 1 })
    #expect(files.moved("a.gpx") == nil)
    edge.inspect { _ in inbox.value.stop() }
  }
}
