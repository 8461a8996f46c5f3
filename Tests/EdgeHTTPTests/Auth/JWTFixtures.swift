/// Keys only for these tests, and tokens signed with them: `sub` ada, `nbf` 1000, `exp` 2000, `iss`
/// https://id, `aud` x and waymark.
enum JWTFixtures {
  /// The secret of the first key is the bytes 0 to 31.
  static let jwks = """
    {"keys": [{"kty": "oct", "kid": "h", "alg": "HS256", "k": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"}\
    , {"kty": "RSA", "kid": "r", "alg": "RS256", "use": "sig", "n": "no9nStcQCwPSFONeldDeIlI87xLRSFTKMftEFaY\
    WfgKUUg0lRojVmgKMPWgMeZHb85ifq0_VE6ANAFOjQYH594OHa1uGKC5Jr7hm1yq1PX-HCmHk8C3iCbW48B1nNRcuflgMTEvo4kH4WpE\
    oFTq9OMpo5r1DLJqATmoUeso881CLh609ymfKhJDbfrruRZ7g4v2-osoI_Qf-EGNO1VirxUaDaQLwzCn4v8sGB4FitHSQ7ycYqkClSLy\
    0mStxwYmi1k6nwCMcNFVU-YxWGgUI11FBYFUQQm1-VZ5noU-O08pduj3PZzyO_CwiOtsE0tG0ubwpZPtJGqV2D_4KUUIivQ", "e": "\
    AQAB"}, {"kty": "EC", "kid": "e", "crv": "P-256", "x": "L86ryl9aEaKvNU6kp5rEQp9WV0lE4oHRcXrJlwYZHEk", "y\
    ": "rXNBJBLAPSuonpX6fc1hKoBRjUqAo1J2ysc-lsxF8B8"}, {"kty": "RSA", "kid": "enc", "use": "enc", "n": "no9n\
    StcQCwPSFONeldDeIlI87xLRSFTKMftEFaYWfgKUUg0lRojVmgKMPWgMeZHb85ifq0_VE6ANAFOjQYH594OHa1uGKC5Jr7hm1yq1PX-H\
    CmHk8C3iCbW48B1nNRcuflgMTEvo4kH4WpEoFTq9OMpo5r1DLJqATmoUeso881CLh609ymfKhJDbfrruRZ7g4v2-osoI_Qf-EGNO1Vir\
    xUaDaQLwzCn4v8sGB4FitHSQ7ycYqkClSLy0mStxwYmi1k6nwCMcNFVU-YxWGgUI11FBYFUQQm1-VZ5noU-O08pduj3PZzyO_CwiOtsE\
    0tG0ubwpZPtJGqV2D_4KUUIivQ", "e": "AQAB"}, {"kty": "OKP", "crv": "Ed25519", "x": "AA"}]}
    """

  static let rs256 = """
    eyJhbGciOiAiUlMyNTYiLCAidHlwIjogIkpXVCIsICJraWQiOiAiciJ9.eyJzdWIiOiAiYWRhIiwgImV4cCI6IDIwMDAsICJuYmYiOiA\
    xMDAwLCAiaXNzIjogImh0dHBzOi8vaWQiLCAiYXVkIjogWyJ4IiwgIndheW1hcmsiXX0.nDKapau-hvTjZ-NBITxg43INPIBGEE79w83\
    LqppXGlIUMag0GdrQCUoEC1u3_jMt2iNbL3swIIGghOQme7doWa7mehMPCFO-zJDitD35QfbhPYH4wkANfJxvXBK8alRcJtZCMYa1bej\
    PiPmCIzAwC6xsK3Tr0oAd6HsDRVWL4UjMLeOQMBf7VjILQ0e034zcHor3PfEH5Kwz5YehQpaWXWyI5f7-vXe3H2inv5Qi9VVkQq113J5\
    W3bsf0PbB2judv1FTI04YnJBiRgmKGuCPgqu73zTtcT_lXaNEmqKMu5CLu3Kyea-pBbkgY91Yf4eSk9ATTavNgIbKeULpds-b3g
    """

  static let es256 = """
    eyJhbGciOiAiRVMyNTYiLCAidHlwIjogIkpXVCIsICJraWQiOiAiZSJ9.eyJzdWIiOiAiYWRhIiwgImV4cCI6IDIwMDAsICJuYmYiOiA\
    xMDAwLCAiaXNzIjogImh0dHBzOi8vaWQiLCAiYXVkIjogWyJ4IiwgIndheW1hcmsiXX0.G0yd5i84kt2wFWfp_QoUw3NRGEDVRP38FYy\
    -xX1heH864BESaLAqLuLjVzHg_qMXaD1Y1ou44C8VxMrweC7Whw
    """
}
