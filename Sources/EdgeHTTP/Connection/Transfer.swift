/// What lasts longer than one exchange on a connection.
enum Transfer {
  case none
  /// A download in pages: requests the next one, when the client has read this one.
  case download(requestNext: () -> Void)
  case changes(ChangeStream)
  case upload(ImportUpload)
}
