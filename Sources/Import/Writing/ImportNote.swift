public import API
import Proto

/// The properties of a file in the history of imports.
public struct ImportNote: Sendable {
  var source: SessionAPI.ImportOrigin
  var format: ImportFormat
  var name: String?

  public init(_ source: SessionAPI.ImportOrigin, _ format: ImportFormat, name: String?) {
    self.source = source
    self.format = format
    self.name = name
  }
}

extension ImportJob {
  /// Records an import that is over. Connectors send the same history each time, so theirs is recorded only if it added
  /// something. An import that cannot be recorded has not failed.
  public func record(_ report: ImportReport, _ note: ImportNote) async {
    guard !isFromConnector || report.added > 0 else { return }
    let first = report.rejected > 0 ? report.problems.first : nil
    await record(
      SessionAPI.NoteImport(
        source: note.source, format: note.format, name: note.name, added: report.added,
        alreadyThere: report.alreadyThere, rejected: report.rejected,
        problem: first.map { "line \($0.line): \($0.reason)" }))
  }

  /// Records a file that was not imported. Problems of connectors are shown elsewhere.
  public func record(_ error: ImportError, _ note: ImportNote) async {
    guard !isFromConnector else { return }
    await record(
      SessionAPI.NoteImport(source: note.source, format: note.format, name: note.name, problem: error.description))
  }
}
