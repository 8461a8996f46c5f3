extension Fault {
  /// An invalid value at `path`.
  public static func invalid(_ path: String, _ message: String) -> Fault {
    let path = path.clipped(toBytes: CBORLimits.nameBytes)
    return Fault(
      .invalid, path.isEmpty ? "The value \(message)" : "\(path) \(message)",
      fields: [Field(field: path, message: message)])
  }
}

extension CBORError {
  func fault(in bytes: UnsafeRawBufferPointer) -> Fault {
    switch reason {
    case .invalidText: .invalid(CBORPath.path(to: offset, in: bytes), "must be valid UTF-8")
    case .duplicateKey: .invalid(CBORPath.path(to: offset, in: bytes), "occurs twice")
    default: Fault(.invalid, "Not one well-formed CBOR item: \(self)")
    }
  }
}

extension DecodingError {
  func fault(in bytes: UnsafeRawBufferPointer) -> Fault {
    switch self {
    case .keyNotFound(let key, let context): fault(context.codingPath + [key], context, in: bytes)
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      fault(context.codingPath, context, in: bytes)
    @unknown default: Fault(.invalid, "\(self)")
    }
  }

  private func fault(_ keys: [any CodingKey], _ context: Context, in bytes: UnsafeRawBufferPointer) -> Fault {
    var path = ""
    for key in keys {
      if let place = key as? PlaceKey {
        path = CBORPath.path(to: place.place, in: bytes)
      } else if let index = key.intValue {
        CBORPath.append(.index(index), to: &path)
      } else {
        CBORPath.append(.key(key.stringValue), to: &path)
      }
    }
    // The standard library's message for an unknown raw value names a Swift type.
    let isUnknownCase = context.debugDescription.hasPrefix("Cannot initialize ")
    return .invalid(path, isUnknownCase ? "is not an allowed value" : context.debugDescription)
  }
}
