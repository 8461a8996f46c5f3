/// The three together, for those who declare, serve or make calls.
@_exported public import CBOR
@_exported public import Loop
@_exported public import RPC
