import Proto

/// The edge's own calls, with the types of `API`.
extension Upstream {
  func send<Call: Method>(
    _ call: Call, _ meta: CallMeta, _ completion: @escaping (Result<Call.Reply, Fault>) -> Void
  ) {
    do throws(Fault) {
      self.call(Call.name, meta, try CBOREncoder.encode(call)) {
        completion($0.decoded(Call.Reply.self, of: Call.name))
      }
    } catch {
      completion(.failure(error))
    }
  }

  /// Decodes the reply as another type than the call declares. The returned closure cancels the call.
  func sendCancellable<Call: Method, Reply: Decodable>(
    _ call: Call, as reply: Reply.Type, _ meta: CallMeta, _ completion: @escaping (Result<Reply, Fault>) -> Void
  ) -> (() -> Void)? {
    do throws(Fault) {
      return callCancellable(Call.name, meta, try CBOREncoder.encode(call)) {
        completion($0.decoded(Reply.self, of: Call.name))
      }
    } catch {
      completion(.failure(error))
      return nil
    }
  }
}

extension RawResponse {
  /// The reply of the method as a value, or the fault.
  func decoded<Reply: Decodable>(_ type: Reply.Type, of method: String) -> Result<Reply, Fault> {
    switch self {
    case .reply(let bytes, _):
      do throws(Fault) {
        return .success(try CBORDecoder.decode(Reply.self, from: bytes))
      } catch {
        return .failure(Fault(.internal, "cannot decode the reply of \(method): \(error.message)"))
      }
    case .fault(let fault): return .failure(fault)
    }
  }
}
