import Chronology

/// Writes responses as bytes. Caches the `Date` line.
struct ResponseWriter {
  /// The parts of a response that depend on the request.
  struct Frame {
    var isHead = false
    var keepsAlive = true
    /// The length of the body is unknown when the response starts.
    var isStreamed = false
    var isHTTP11 = true
    var requestID: [UInt8] = []
    /// The CORS lines for the request's origin.
    var originFields: [UInt8] = []
  }

  private var dateLine: [UInt8] = []
  private var dateSecond = Int64.min

  /// `second` is the time of day, for `Date`. If `isBodyApart` is true, the caller sends the body separately.
  mutating func append(
    _ response: HTTPResponse, _ frame: Frame, second: Int64, isBodyApart: Bool = false, to output: inout [UInt8]
  ) {
    if second != dateSecond { takeDate(second) }
    // These statuses never have a body, so a length would be misread.
    let mayHaveBody = response.status != 204 && response.status != 304
    let body = frame.isHead || !mayHaveBody || isBodyApart ? [] : response.body
    // The fixed parts of these lines are shorter than 320 bytes.
    let given = response.fields.count + frame.originFields.count + frame.requestID.count
    output.append(addingCapacity: 320 + given + body.count) { output in
      output.append(Status.line(response.status))
      output.append(dateLine)
      if let contentType = response.contentType { output.append(contentType) }
      if frame.isStreamed {
        // An HTTP/1.0 client reads until the connection closes.
        if frame.isHTTP11 { output.append("Transfer-Encoding: chunked\r\n") }
      } else if mayHaveBody && response.status >= 200 {
        output.append("Content-Length: ")
        output.append(decimal: UInt64(response.bodyLength ?? response.body.count))
        output.append("\r\n")
      }
      output.append(response.fields)
      output.append(frame.originFields)
      if !frame.requestID.isEmpty {
        output.append("X-Request-Id: ")
        output.append(frame.requestID)
        output.append("\r\n")
      }
      if !frame.keepsAlive {
        output.append("Connection: close\r\n")
      } else if !frame.isHTTP11 {
        output.append("Connection: keep-alive\r\n")
      }
      output.append("\r\n")
      output.append(body)
    }
  }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private mutating func takeDate(_ second: Int64) {
    func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let days = Int(max(0, second) / 86_400)
    let rest = Int(max(0, second) % 86_400)
    let (year, month, day) = Day(number: Int32(days)).civil
    let date = "\(ResponseWriter.weekdays[days % 7]), \(padded(day)) \(ResponseWriter.months[month - 1]) \(year)"
    let time = "\(padded(rest / 3_600)):\(padded(rest / 60 % 60)):\(padded(rest % 60))"
    dateSecond = second
    dateLine = FieldLines.line("Date", "\(date) \(time) GMT")
  }
}
