import API
import Domain

/// The body of a PROPFIND's response. Clients read it with patterns, so its text is fixed.
enum MultiStatus {
  static func body(_ entries: [SessionAPI.FileEntry], base: String) -> [UInt8] {
    var text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:multistatus xmlns:D=\"DAV:\">\n"
    for entry in entries { text += response(entry, base) }
    return [UInt8]((text + "</D:multistatus>\n").utf8)
  }

  private static func response(_ entry: SessionAPI.FileEntry, _ base: String) -> String {
    let type = entry.isFolder ? "<D:resourcetype><D:collection/></D:resourcetype>" : "<D:resourcetype/>"
    return """
      <D:response><D:href>\(href(entry, base))</D:href><D:propstat><D:prop>\(type)\
      <D:getcontentlength>\(entry.size)</D:getcontentlength>\
      <D:getlastmodified>\(HTTPDate.text(entry.modifiedAt))</D:getlastmodified>\
      <D:getetag>"\(entry.tag)"</D:getetag></D:prop>\
      <D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>

      """
  }

  /// The absolute path as the client sees it. A folder's ends with a slash.
  static func href(_ entry: SessionAPI.FileEntry, _ base: String) -> String {
    let names = entry.path.names.map { "/" + PercentText.encoded($0) }.joined()
    return PercentText.encoded(base) + names + (entry.isFolder ? "/" : "")
  }
}
