import Chronology

/// Puts answers into bytes. Keeps what many answers share.
struct AnswerWriter {
  /// What of an answer depends on its request.
  struct Frame {
    var isHead = false
    var keepsAlive = true
    /// The body's length is not known when it begins.
    var isStreamed = false
    var isHTTP11 = true
    var requestID: [UInt8] = []
    /// Lines about the origin that asked.
    var originFields: [UInt8] = []
  }

  private var dateLine: [UInt8] = []
  private var dateSecond = Int64.min

  /// `second` is the time of day, which a server with a clock sends. `isBodyApart` where the body is sent by itself,
  /// after this.
  mutating func append(
    _ answer: Answer, _ frame: Frame, second: Int64, isBodyApart: Bool = false, to output: inout [UInt8]
  ) {
    if second != dateSecond { takeDate(second) }
    // These have no body by their nature; a length would be another message's.
    let mayHaveBody = answer.status != 204 && answer.status != 304
    let body = frame.isHead || !mayHaveBody || isBodyApart ? [] : answer.body
    // The lines that are written here take less than 320 bytes without what they are given.
    let given = answer.fields.count + frame.originFields.count + frame.requestID.count
    output.append(addingCapacity: 320 + given + body.count) { output in
      output.append(Status.line(answer.status))
      output.append(dateLine)
      if let contentType = answer.contentType { output.append(contentType) }
      if frame.isStreamed {
        // An older client reads until the end of the connection.
        if frame.isHTTP11 { output.append("Transfer-Encoding: chunked\r\n") }
      } else if mayHaveBody && answer.status >= 200 {
        output.append("Content-Length: ")
        output.append(decimal: UInt64(answer.body.count))
        output.append("\r\n")
      }
      output.append(answer.fields)
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
    let date = "\(AnswerWriter.weekdays[days % 7]), \(padded(day)) \(AnswerWriter.months[month - 1]) \(year)"
    let time = "\(padded(rest / 3_600)):\(padded(rest / 60 % 60)):\(padded(rest % 60))"
    dateSecond = second
    dateLine = FieldLines.line("Date", "\(date) \(time) GMT")
  }
}
