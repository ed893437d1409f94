/** Reads and writes numbers in bytes; the bytes are shared, not copied. */
export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
