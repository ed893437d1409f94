import 'server-only'

/** A whole JSON value: the bytes of `buffer` from `start` to `end`. Valid until the next bytes arrive. */
export interface JsonSlice {
  readonly buffer: Buffer
  readonly start: number
  readonly end: number
}

/** The parsed value; undefined if it is not JSON. */
export function parseSlice({ buffer, start, end }: JsonSlice): unknown {
  try {
    return JSON.parse(buffer.toString('utf8', start, end))
  } catch {
    return undefined
  }
}
