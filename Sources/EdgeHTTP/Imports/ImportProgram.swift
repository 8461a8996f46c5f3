import API
import Glibc
import Service

/// How the process that imports a file is started. The file is its standard input; it may do what its user may, and
/// ends with the edge.
struct ImportProgram: Sendable {
  var path = "/proc/self/exe"
  var arguments: @Sendable (_ call: EdgeAPI.ImportFile, _ user: String) -> [String]
  var environment: [String]
  /// Where a file may be stored while it is read: the first usable folder, otherwise memory.
  var folders: [String]

  /// Variables for the dynamic linker. Those of Waymark are not inherited, because they may contain secrets.
  private static let inherited = ["LD_LIBRARY_PATH", "TZDIR"]
}

extension ImportProgram {
  init(_ settings: Settings) {
    let (data, run) = (settings.data, settings.run)
    arguments = { call, user in
      ["waymark", "import", call.format.rawValue, "-", "--user=\(user)", "--events", "--confined", "--data=\(data)"]
        + ["--run=\(run)"] + (call.dryRun == true ? ["--dry-run"] : [])
    }
    environment =
      ["WAYMARK_PARENT=\(getpid())", "SWIFT_BACKTRACE=enable=no"]
      + Self.inherited.compactMap { name in Settings.environment(name).map { "\(name)=\($0)" } }
    folders = [settings.data, "/var/tmp", settings.run]
  }
}
