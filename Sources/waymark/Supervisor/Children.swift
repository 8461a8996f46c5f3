import API
import Service
import SessionSvc
import Storage

/// The processes of the stack, in the order of need: each works without the ones after it.
enum Children {
  static let names = ["session", "stats", "milestone", "diversity", "edge"]
}

extension Settings {
  /// What a process of the stack works on alone; nil for the edge, which keeps nothing.
  func ownData(of service: String) throws(SettingsError) -> OwnData? {
    switch service {
    case SessionAPI.service:
      let file = try journal().file
      return OwnData(database: file.map { .init(path: $0, isDisposable: false) }, keepsReserve: true)
    case StatsAPI.service, MilestoneAPI.service, DiversityAPI.service:
      return OwnData(database: .init(path: databasePath(service), isDisposable: true))
    default: return nil
    }
  }

  /// Takes the lock of a process of the stack; nil where it has no data.
  func lock(_ service: String, patienceMilliseconds: Int = 0) throws -> DataLock? {
    try ownData(of: service).map { try lock(service, on: $0, patienceMilliseconds: patienceMilliseconds) }
  }
}

/// One place in the stack, whatever process fills it just now.
struct Place {
  let name: String
  var process: ChildProcess?
  /// Those before it that take no more work and finish what they have begun, with when they are killed.
  var leaving: [(process: ChildProcess, killAt: Int)] = []
  var restart = RestartPolicy()
  /// When to start a process here; nil while one runs.
  var startAt: Int?
  /// Ends that came unasked for before the stack was ever ready.
  var failures = 0

  init(name: String) {
    self.name = name
  }

  var isEmpty: Bool {
    process == nil && leaving.isEmpty
  }
}
