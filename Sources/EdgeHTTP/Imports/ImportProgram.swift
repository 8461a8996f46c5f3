import API
import Glibc
import Service

/// What reads an uploaded file: a process of its own for each, which has the file as its standard input and no other
/// way in. It can do what its user could, and ends with the edge.
struct ImportProgram: Sendable {
  var path = "/proc/self/exe"
  var arguments: @Sendable (_ call: EdgeAPI.ImportFile, _ user: String) -> [String]
  var environment: [String]
  /// Where a file may lie while it is read: the first that can be used, else memory.
  var folders: [String]

  /// Variables that a process needs to find what it is linked with; none of ours, which may hold secrets.
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
