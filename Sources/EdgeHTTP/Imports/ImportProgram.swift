import API
import Glibc
import Service

/// The command line of the process that imports a file. The file is its standard input. The process has the rights of
/// its user and ends with the edge.
struct ImportProgram: Sendable {
  var path = "/proc/self/exe"
  var arguments: @Sendable (_ call: EdgeAPI.ImportFile, _ user: String) -> [String]
  var environment: [String]
  /// Folders for the file while it is read. The first usable one is used; if there is none, memory.
  var folders: [String]
  /// The free space that files leave in their folder.
  var reserveBytes = Limits.uploadReserveBytes

  /// Variables for the dynamic linker. Those of Waymark are not inherited, because they may contain secrets.
  private static let inherited = ["LD_LIBRARY_PATH", "TZDIR"]
}

extension ImportProgram {
  init(_ settings: Settings) {
    let (data, run) = (settings.data, settings.run)
    arguments = { call, user in
      ["waymark", "import", call.format.rawValue, "-", "--user=\(user)", "--events", "--confined", "--data=\(data)"]
        + ["--run=\(run)"] + (call.dryRun == true ? ["--dry-run"] : [])
        + (call.load.map { ["--load=\($0)"] } ?? []) + (call.types.map { ["--types=\($0)"] } ?? [])
    }
    environment =
      ["WAYMARK_PARENT=\(getpid())", "SWIFT_BACKTRACE=enable=no"]
      + Self.inherited.compactMap { name in Settings.environment(name).map { "\(name)=\($0)" } }
    folders = [settings.data, "/var/tmp", settings.run]
  }
}
