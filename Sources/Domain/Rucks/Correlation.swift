/// Pearson's coefficient of pairs that are added one by one or in groups. Sums deviations from running means, because
/// sums of squares would cancel.
struct Correlation: Hashable, Sendable {
  static let fewest = 3
  /// A variance below this part of the squared mean is a rounding error.
  static let noVariance = 1e-12

  private(set) var count = 0.0
  private var meanX = 0.0
  private var meanY = 0.0
  private var squaresX = 0.0
  private var squaresY = 0.0
  private var products = 0.0

  mutating func add(_ x: Double, _ y: Double) {
    count += 1
    let (fromX, fromY) = (x - meanX, y - meanY)
    meanX += fromX / count
    meanY += fromY / count
    squaresX += fromX * (x - meanX)
    squaresY += fromY * (y - meanY)
    products += fromX * (y - meanY)
  }

  mutating func add(_ other: Correlation) {
    guard other.count > 0 else { return }
    guard count > 0 else {
      self = other
      return
    }
    let all = count + other.count
    let (fromX, fromY) = (other.meanX - meanX, other.meanY - meanY)
    let weight = count * (other.count / all)
    squaresX += other.squaresX + fromX * fromX * weight
    squaresY += other.squaresY + fromY * fromY * weight
    products += other.products + fromX * fromY * weight
    meanX += fromX * (other.count / all)
    meanY += fromY * (other.count / all)
    count = all
  }

  /// Nil if there are too few pairs or if one side does not vary.
  var coefficient: Double? {
    guard count >= Double(Self.fewest), squaresX / count > Self.noVariance * meanX * meanX,
      squaresY / count > Self.noVariance * meanY * meanY
    else { return nil }
    let coefficient = products / (squaresX.squareRoot() * squaresY.squareRoot())
    return coefficient.isFinite ? min(max(coefficient, -1), 1) : nil
  }
}
