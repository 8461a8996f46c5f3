import API
public import Service
import SessionSvc
import Storage

/// The processes of the stack.
public enum StackService {
  /// In start order: each process works without those after it.
  public static let names = ["session", "stats", "milestone", "diversity", "outbound", "edge"]
}

extension Settings {
  /// Returns the files that only this service may use, or nil for the edge, which has none.
  public func ownData(of service: String) throws(SettingsError) -> OwnData? {
    switch service {
    case SessionAPI.service:
      let file = try journal().file
      return OwnData(database: file.map { .init(path: $0, isDisposable: false) }, keepsReserve: true)
    case StatsAPI.service, MilestoneAPI.service, DiversityAPI.service:
      return OwnData(database: .init(path: databasePath(service), isDisposable: true))
    default: return nil
    }
  }

  /// Takes the lock of a service, or returns nil if it has no files.
  public func lock(_ service: String, patienceMilliseconds: Int = 0) throws -> DataLock? {
    try ownData(of: service).map { try lock(service, on: $0, patienceMilliseconds: patienceMilliseconds) }
  }
}
