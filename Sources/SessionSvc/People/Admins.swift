import API
import Chronology
import Domain
import Proto
import Storage

/// Finds the admins in the database and in the settings.
struct Admins: Sendable {
  /// The ids that the settings name.
  let named: Set<String>

  func role(of user: String, _ person: StoredPerson?) -> PersonRole {
    named.contains(user) ? .admin : person?.role ?? .member
  }

  /// The active admins that exist.
  func active(_ rows: Rows) throws -> Set<String> {
    var found = Set(try PersonStore.admins(rows).filter { $0.state == .active }.map(\.user))
    for user in named where !found.contains(user) {
      if try PersonStore.exists(user, rows), try PersonStore.person(user, rows)?.state ?? .active == .active {
        found.insert(user)
      }
    }
    return found
  }

  /// Whether an admin exists, so that the server needs no set-up.
  func exist(_ rows: Rows) throws -> Bool {
    if try !PersonStore.admins(rows).isEmpty { return true }
    for user in named where try PersonStore.exists(user, rows) { return true }
    return false
  }

  /// Throws if the user is the last active admin. The command has locked `PersonStore.lock`.
  func checkRemains(without user: String, _ rows: Rows) throws {
    let active = try active(rows)
    guard active == [user] else { return }
    throw Fault(.conflict, "this is the last active admin; make another person an admin first")
  }
}

extension Fault {
  static let needsAdmin = Fault(.forbidden, "only an admin may do this, in a browser session")
  static let needsBrowser = Fault(.forbidden, "this needs a browser session; sign in with a browser")
  static let noPerson = Fault(.notFound, "no person has this user id")
  /// The same for every wrong credential, so that the response does not reveal which part of it is wrong.
  static let badToken = Fault(
    .unauthenticated, "the credentials are wrong, or have expired or been revoked; check them and try again")

  /// The sign-in is not recent enough.
  static var needsFreshSignIn: Fault {
    Fault(
      .forbidden, "this needs a recent sign-in; confirm your sign-in and repeat the request",
      detail: RawCBOR(bytes: (try? CBOREncoder.encode(["reauthenticate": true])) ?? []))
  }
}
