/// A download, a stream of changes or an upload, which needs more than one step.
enum Transfer {
  case none
  /// A download in pages: requests the next one, when the client has read this one.
  case download(requestNext: () -> Void)
  case changes(ChangeStream)
  case upload(any BodySink)
}
