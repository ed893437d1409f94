import 'server-only'
import { stringify } from 'lossless-json'

/** A value as JSON text, integers beyond 2^53 (bigint) with all their digits. */
export function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    // The platform's writer is many times faster, and knows no bigint.
    if (error instanceof TypeError) return stringify(value) ?? ''
    throw error
  }
}
