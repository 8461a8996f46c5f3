import Glibc
import Service
import SessionSvc
import Storage

@main
enum Main {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    let list = Array(CommandLine.arguments.dropFirst())
    exit(Output.exitCode(run(list), of: list.first ?? ""))
  }

  static func run(_ list: [String]) -> Int32 {
    guard let name = list.first, !["--help", "-h"].contains(name) else {
      if list.isEmpty {
        Output.printError("waymark: no command given; 'waymark --help' lists the commands")
        return 2
      }
      Output.write(Command.overview, to: STDOUT_FILENO)
      return 0
    }
    if name == "--version" {
      Output.print("waymark \(Build.version)")
      return 0
    }
    guard let command = Command.all.first(where: { $0.name == name }) else {
      Output.printError("waymark: unknown command '\(name)'; 'waymark --help' lists the commands")
      return 2
    }
    do {
      let arguments = try Arguments(Array(list.dropFirst()), flags: command.flags + Command.sharedFlags)
      if arguments.switches.contains("help") {
        Output.write(command.helpText, to: STDOUT_FILENO)
        return 0
      }
      let settings: Settings
      do throws(SettingsError) {
        settings = try Settings(flags: arguments.values)
        _ = try settings.journal()
      } catch {
        throw UsageFailure(error.description)
      }
      return try command.run(Invocation(arguments: arguments, settings: settings))
    } catch let failure as UsageFailure {
      Output.printError("waymark \(name): \(failure); see 'waymark \(name) --help'")
      return 2
    } catch let error as DatabaseError where error.code == .corrupt {
      let remedy = "keep a copy of the data, then restore the newest backup; 'waymark verify' reports the damage"
      Output.printError("waymark \(name): \(error.message): \(remedy)")
      return 1
    } catch {
      Output.printError("waymark \(name): \(error)")
      return 1
    }
  }
}
