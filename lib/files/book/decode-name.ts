import { decodeDoubleByte, doubleByteTable } from '@/lib/files/text/double-byte'

/** Decodes the name of a file: UTF-8, or the encoding of the Korean or Japanese machine that made it. */
export function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    for (const encoding of ['euc-kr', 'shift_jis'] as const) {
      const units = new Uint16Array(bytes.length)
      const count = decodeDoubleByte(bytes, doubleByteTable(encoding), units)
      if (count !== -1) return String.fromCharCode(...units.subarray(0, count))
    }
    return String.fromCharCode(...bytes)
  }
}
