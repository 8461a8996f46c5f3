import API
import Proto

/// A row of the endpoint table with what the edge needs for each request. A class, because copying an endpoint retains
/// a dozen strings and arrays.
final class Route {
  let endpoint: Endpoint
  let method: String
  let gate: ServiceGate
  let isRead: Bool
  let queryNames: [[UInt8]]
  let scope: Scope
  let isPatch: Bool
  let takesFile: Bool
  /// The call revokes credentials of the user.
  let endsCredentials: Bool
  /// The call deletes the account of another user.
  let deletesPerson: Bool
  let inPath: [Parameter]
  let inQuery: [Parameter]
  /// A bound for the size of the next response, from the last ones.
  private(set) var expectedBytes = 0
  /// The call reads a view, and the edge keeps the reply.
  let isOfView: Bool
  let isCompressible: Bool
  /// The response has texts in the accepted language.
  let isTranslated: Bool

  /// The estimated duration of one call in the service, from the last calls.
  private(set) var nanoseconds = Limits.usualCallNanoseconds

  init(_ endpoint: Endpoint, gate: ServiceGate, method: String? = nil) {
    self.endpoint = endpoint
    self.method = method ?? endpoint.method
    self.gate = gate
    isRead = endpoint.scope == .read
    scope = isRead ? .read : .write
    isPatch = endpoint.verb == .patch
    isOfView = endpoint.isOfView
    isCompressible = endpoint.isCompressible
    isTranslated = endpoint.isTranslated
    takesFile = endpoint.takesFile
    endsCredentials = [
      SessionAPI.RevokeToken.name, SessionAPI.SignOut.name, SessionAPI.DeleteAccount.name,
      SessionAPI.SavePassword.name, SessionAPI.EndOtherSessions.name,
    ].contains(endpoint.method)
    deletesPerson = endpoint.method == SessionAPI.DeletePerson.name
    inPath = endpoint.parameters.filter { $0.place == .path }
    inQuery = endpoint.parameters.filter { $0.place == .query }
    queryNames = inQuery.map(\.bytes)
  }

  @inline(__always)
  func noteCall(nanoseconds sample: Int) {
    nanoseconds += (min(sample, Limits.longestCallNanoseconds) - nanoseconds) / 8
  }

  /// After a large response, large ones are expected for a while.
  @inline(__always)
  func noteReply(bytes: Int) {
    expectedBytes = bytes >= expectedBytes ? bytes : expectedBytes - (expectedBytes - bytes + 15) / 16
  }
}
