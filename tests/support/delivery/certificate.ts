// A certificate for localhost, 127.0.0.1 and hooks.example, good until 2126, and who signed it. Made
// for these tests alone, with openssl; the key of who signed it was thrown away.
import { join } from "node:path";

/** Certificate that a test's clients have to trust. */
export const CA = `
-----BEGIN CERTIFICATE-----
MIIBsTCCAVegAwIBAgIUG/ikFjHSbTQF7wuC+G4JLtAKNiQwCgYIKoZIzj0EAwIw
JTEjMCEGA1UEAwwaVGVzdHMgb2YgbWFpbCBhbmQgd2ViaG9va3MwIBcNMjYxMTIz
MDA0MTAwWhgPMjEyNjEwMzAwMDQxMDBaMCUxIzAhBgNVBAMMGlRlc3RzIG9mIG1h
aWwgYW5kIHdlYmhvb2tzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEkw0x465a
OIXD3K3ERNzJS5a2oehiQb5QVDtFt3WvTfn07DGdGkhipjttn9IriyZXD45TsKz0
EgkdB67wBeh58qNjMGEwHQYDVR0OBBYEFO/VplCCgxkNa0dcmvOyubr9Fvj/MB8G
A1UdIwQYMBaAFO/VplCCgxkNa0dcmvOyubr9Fvj/MA8GA1UdEwEB/wQFMAMBAf8w
DgYDVR0PAQH/BAQDAgIEMAoGCCqGSM49BAMCA0gAMEUCIGxKdTRqJPcxnKr7RmVC
D855T4JkCarJtRlMAGs0aaIcAiEAuWaAvO1tlWJn60rlV1nI4LOXHLxAx+C8LbKT
0XCNvB0=
-----END CERTIFICATE-----
`.trimStart();

/** View of a test's servers. */
export const CERT = `
-----BEGIN CERTIFICATE-----
MIIBzTCCAXKgAwIBAgIUNVwRw6CE2OhT9UBwOvPfRLLBIvkwCgYIKoZIzj0EAwIw
JTEjMCEGA1UEAwwaVGVzdHMgb2YgbWFpbCBhbmQgd2ViaG9va3MwIBcNMjYxMTIz
MDA0MTAxWhgPMjEyNjEwMzAwMDQxMDFaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZ
MBMGByqGSM49AgEGCCqGSM49AwEHA0IABDiKhR2jQINV5BmAN54OSNVvQy9TqknX
gLuIk6U+EjloQ7aO6FYEc1JmuE1lChia67PQ8oinW0FN/Jt8H6AtqZ2jgY4wgYsw
KQYDVR0RBCIwIIIJbG9jYWxob3N0gg1ob29rcy5leGFtcGxlhwR/AAABMAkGA1Ud
EwQCMAAwEwYDVR0lBAwwCgYIKwYBBQUHAwEwHQYDVR0OBBYEFJr+BcanJ6AqcX1D
czRQ9r4OtaQiMB8GA1UdIwQYMBaAFO/VplCCgxkNa0dcmvOyubr9Fvj/MAoGCCqG
SM49BAMCA0kAMEYCIQCqlEPyiukFD6g7ES2JiB3P5lpOxCDusnZg/MGoSesYbQIh
APnZu//JW4lAermiAXjE0uuvxqzJp7yf1g6if6/W+/cC
-----END CERTIFICATE-----
`.trimStart();

/** Its key. */
export const KEY = `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/gY76WbX+jrw2P0u
qUDQtS4LmnzK9YFnByB4OLiMpF+hRANCAAQ4ioUdo0CDVeQZgDeeDkjVb0MvU6pJ
14C7iJOlPhI5aEO2juhWBHNSZrhNZQoYmuuz0PKIp1tBTfybfB+gLamd
-----END PRIVATE KEY-----
`.trimStart();

/** Runs a test with a file that holds CA, for the DENO_CERT of processes. */
export async function withCaFile(test: (path: string) => Promise<void>): Promise<void> {
  const directory = await Deno.makeTempDir();
  try {
    const path = join(directory, "ca.pem");
    await Deno.writeTextFile(path, CA);
    await test(path);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}
