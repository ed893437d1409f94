import 'server-only'
import { stringify } from 'lossless-json'

/**
 * JSON text of a value, with all digits of integers beyond 2^53 (bigint). The browser has its own:
 * lib/sheet/codecs/json.ts.
 */
export function writeLosslessJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    // JSON.stringify is many times faster, but rejects bigint.
    if (error instanceof TypeError) return stringify(value) ?? ''
    throw error
  }
}
