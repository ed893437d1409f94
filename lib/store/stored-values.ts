import 'server-only'
import { createHash } from 'node:crypto'

// Values in the form in which the tables store them.

/** A time. @param ms milliseconds since the epoch */
export const iso = (ms: number): string => new Date(ms).toISOString()

/**
 * Clocks of servers may differ by this much, in milliseconds. Stored times that are later than that after now are from a
 * clock that was ahead.
 */
export const CLOCK_TOLERANCE_MS = 60_000

/** The hash of a content, in lower-case hex. */
export const sha256Hex = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

/**
 * The hash under which a random token is stored. Its 256 random bits need no slow hash, because they cannot be guessed.
 */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Whether both databases can store a text: PostgreSQL takes neither NUL nor half a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** A text as both databases can store it: without NUL, and with U+FFFD for half a surrogate pair. */
export const toStorable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** The ids of the lines of a stored order. */
export const lineIdsOf = ({ line_ids }: { readonly line_ids: string }): readonly string[] =>
  JSON.parse(line_ids)
