import Glibc
public import Service
import SessionSvc
import Storage

extension Settings {
  /// Throws if the data directory is a backup, or if a restore into it has not finished.
  public func checkDataIsRestored() throws {
    try RestoreTarget.checkUsable(data)
    if let file = try journal().file { try RestoreTarget.checkUsable(MoveLocks.directory(of: file)) }
  }

  /// Throws if the data has been moved to another database, or has not completely arrived in this one.
  public func checkDataIsNotMoved() throws {
    if let rejection = try journal().moveRejection { throw OperationFailure(rejection) }
  }
}
