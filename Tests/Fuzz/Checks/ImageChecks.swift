import Domain

/// The header of an image is read without a crash, has a size, and does not depend on what follows it.
func checkImage(_ bytes: [UInt8]) {
  guard let header = try? ImageHeader(reading: bytes) else { return }
  precondition(header.width > 0 && header.height > 0)
  precondition((try? ImageHeader(reading: bytes + [0xFF, 0])) == header)
  guard let accepted = try? CoverRules.header(of: bytes) else { return }
  precondition(accepted == header && bytes.count <= CoverRules.mostBytes)
  precondition(header.width <= CoverRules.mostPixels && header.height <= CoverRules.mostPixels)
}
