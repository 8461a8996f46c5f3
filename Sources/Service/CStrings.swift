import Glibc

/// Null-terminated arrays of C strings.
public enum CStrings {
  public typealias List = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  public static func with<Result>(_ strings: [String], _ body: (List) -> Result) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    pointers.append(nil)
    defer { pointers.forEach { free($0) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("the array has no terminating null") }
      return body(base)
    }
  }

  public static func copy(_ list: List?) -> [String] {
    guard var list else { return [] }
    var strings: [String] = []
    while let string = list.pointee {
      strings.append(String(cString: string))
      list += 1
    }
    return strings
  }
}
