import Connectors

/// The files of an inbox. Tests replace the disk.
protocol InboxStorage: AnyObject, Sendable {
  /// Whether this process may use the inbox: only one does. Called until it returns true.
  func claim() -> Bool
  /// Returns the files that may be imported, at most a certain number.
  func scan() -> [InboxFile: InboxStamp]
  /// Opens a file for reading if it is still the same. The caller closes the descriptor.
  func open(_ file: InboxFile, _ stamp: InboxStamp) -> Int32?
  /// Moves a file if it is still the same, next to it into `done` or, with the reason in a text file, into `failed`.
  /// Returns why it cannot be moved, or nil.
  func move(_ file: InboxFile, _ stamp: InboxStamp, failure: String?) -> String?
}
