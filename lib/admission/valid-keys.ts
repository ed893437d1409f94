import 'server-only'
import { createHash } from 'node:crypto'

/** Far more than the clients of one service. */
const MAX_KEYS = 1_000

/** The hash of an Authorization header, so that no key is kept. */
export const hashKey = (authorization: string): string =>
  createHash('sha256').update(authorization).digest('base64')

/** Hashes of the credentials that the service last accepted. They authorize nothing: each request is judged again. */
export class ValidKeys {
  private readonly hashes = new Set<string>()

  has(hash: string): boolean {
    return this.hashes.has(hash)
  }

  /** Notes how a request with these credentials ended. The key that was noted first is dropped first. */
  note(hash: string, isValid: boolean): void {
    this.hashes.delete(hash)
    if (!isValid) return
    this.hashes.add(hash)
    const [first] = this.hashes
    if (this.hashes.size > MAX_KEYS && first !== undefined) this.hashes.delete(first)
  }
}
