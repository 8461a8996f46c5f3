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

  /// `second` is the time of day, which a server with a clock tells.
  mutating func append(
    status: Int, contentType: [UInt8]?, fields: [UInt8], body: [UInt8], _ frame: Frame, second: Int64,
    to output: inout [UInt8]
  ) {
    output.reserveCapacity(output.count + body.count + fields.count + 320)
    output += Status.line(status)
    if second != dateSecond { takeDate(second) }
    output += dateLine
    if let contentType { output += contentType }
    // These have no body by their nature; a length would be another message's.
    if frame.isStreamed {
      // An older client reads until the end of the connection.
      if frame.isHTTP11 { output += FieldLines.chunked }
    } else if status != 204 && status != 304 && status >= 200 {
      output += FieldLines.contentLength
      JSONBytes.append(body.count, to: &output)
      output += FieldLines.lineEnd
    }
    output += fields
    output += frame.originFields
    if !frame.requestID.isEmpty {
      output += FieldLines.requestID
      output += frame.requestID
      output += FieldLines.lineEnd
    }
    if !frame.keepsAlive {
      output += FieldLines.close
    } else if !frame.isHTTP11 {
      output += FieldLines.keepAlive
    }
    output += FieldLines.lineEnd
    if !frame.isHead && status != 204 && status != 304 { output += body }
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
