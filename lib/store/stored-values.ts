import 'server-only'
import { createHash } from 'node:crypto'

// Values in the form in which the tables store them.

/** A time. @param ms milliseconds since the epoch */
export const iso = (ms: number): string => new Date(ms).toISOString()

/** The hash of a content, in lower-case hex. */
export const sha256Hex = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')
