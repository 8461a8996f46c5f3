/// An error with the code that readers know.
struct KOSyncError: Error, Equatable {
  var status: Int
  var code: Int
  var message: String

  init(_ status: Int, _ code: Int, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  static let notJSON = KOSyncError(400, 103, "Invalid JSON: the body must be an object")
  static let isList = KOSyncError(400, 104, "Invalid JSON: the body must be an object and not an array")
  static let unauthorized = KOSyncError(401, 2001, "Unauthorized")
  static let invalid = KOSyncError(403, 2003, "Invalid request")
  static let noDocument = KOSyncError(403, 2004, "Field 'document' not provided.")
  static let noRegistration = KOSyncError(
    402, 2005, "Accounts are created in Waymark. Enter your user name and a device token, then press Login.")
  static let unknownPath = KOSyncError(404, 404, "no call has this path; check the address of the server")
}
