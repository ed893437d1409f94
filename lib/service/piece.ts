import 'server-only'

/** One whole JSON value inside `buffer`: its bytes are those from `start` up to `end`. Valid until the next bytes come. */
export interface Piece {
  readonly buffer: Buffer
  readonly start: number
  readonly end: number
}

/** A value as the platform reads it; undefined when it is no JSON. */
export function parsePiece({ buffer, start, end }: Piece): unknown {
  try {
    return JSON.parse(buffer.toString('utf8', start, end))
  } catch {
    return undefined
  }
}
