import EdgeHTTP
import Operations
import Proto
import Service

/// `waymark call`: one internal call with a JSON argument and reply.
enum CallCommand {
  static let services = ["session", "stats", "milestone", "diversity", "outbound"]

  static func run(_ invocation: Invocation) throws -> Int32 {
    let words = invocation.arguments.words
    try invocation.arguments.expectWords(1...3)
    let service = words[0]
    guard services.contains(service) else {
      throw UsageFailure("unknown service '\(service)'; give one of \(services.joined(separator: ", "))")
    }
    let method = words.count > 1 ? words[1] : "rpc.describe"
    let argument: [UInt8]
    do {
      argument = try Transcode.cbor(fromJSON: Array((words.count > 2 ? words[2] : "{}").utf8))
    } catch {
      throw UsageFailure("the argument is not JSON: \(error.message)")
    }
    let meta = CallMeta(user: invocation.arguments.values["user"], deadline: ServiceCall.patienceMilliseconds)
    do {
      let settings = invocation.settings
      let reply = try LoopRunner.run { loop in
        let link = ServiceLink(
          loop: loop, service: service, path: settings.socketPath(service), build: Build.version)
        return try await ServiceCall.raw(link, method, meta, argument)
      }
      if words.count == 1 && !invocation.arguments.asJSON {
        Output.print(try MethodList(reply).text)
      } else {
        Output.print(String(decoding: try Transcode.json(fromCBOR: reply), as: UTF8.self))
      }
      return 0
    } catch let fault as Fault {
      throw ServiceCall.explained(fault, service, invocation.settings)
    }
  }
}

extension Command {
  static let call = Command(
    name: "call", synopsis: "SERVICE [METHOD [JSON]]", summary: "makes one internal call and prints the reply as JSON",
    details: """
      SERVICE is session, stats, milestone, diversity or outbound. Without METHOD, it lists the methods with their
      arguments and replies.
      """,
    choices: CallCommand.services,
    flags: [Flag("user", value: "U", "the user of the call"), .json], run: CallCommand.run)
}
