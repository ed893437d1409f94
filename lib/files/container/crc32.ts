const tables = makeTables()

/** The CRC-32 of ZIP, four bytes at a time. @param crc of the bytes before these, 0 at the start */
export function crc32(bytes: Uint8Array, crc = 0): number {
  const [t0, t1, t2, t3] = tables
  let c = ~crc
  const whole = bytes.length - (bytes.length % 4)
  for (let at = 0; at < whole; at += 4) {
    c ^=
      (bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24)
    c = (t3[c & 0xff] ?? 0) ^ (t2[(c >>> 8) & 0xff] ?? 0) ^ (t1[(c >>> 16) & 0xff] ?? 0) ^ (t0[c >>> 24] ?? 0)
  }
  for (let at = whole; at < bytes.length; at++) c = (c >>> 8) ^ (t0[(c ^ (bytes[at] ?? 0)) & 0xff] ?? 0)
  return ~c >>> 0
}

function makeTables(): readonly [Int32Array, Int32Array, Int32Array, Int32Array] {
  const tables = [new Int32Array(256), new Int32Array(256), new Int32Array(256), new Int32Array(256)] as const
  for (let byte = 0; byte < 256; byte++) {
    let c = byte
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    tables[0][byte] = c
  }
  for (let byte = 0; byte < 256; byte++) {
    for (const step of [1, 2, 3] as const) {
      const before = tables[(step - 1) as 0 | 1 | 2][byte] ?? 0
      tables[step][byte] = (before >>> 8) ^ (tables[0][before & 0xff] ?? 0)
    }
  }
  return tables
}
