import 'server-only'
import type { Target } from './call'

/** A shorter secret may stand in an answer by chance. */
const SHORTEST = 16

/**
 * Overwrites, in place and with as many asterisks, the credentials of `target` where an answer repeats them: some
 * services and proxies send back the request that they were sent, and answers are kept and shown.
 * @returns `bytes`
 */
export function maskSecrets(
  bytes: Buffer,
  { accessToken, secretKey }: Pick<Target, 'accessToken' | 'secretKey'>,
): Buffer {
  for (const secret of [accessToken, secretKey]) {
    if (secret === undefined || secret.length < SHORTEST) continue
    const length = Buffer.byteLength(secret)
    for (let at = bytes.indexOf(secret); at !== -1; at = bytes.indexOf(secret, at + length)) {
      bytes.fill('*', at, at + length)
    }
  }
  return bytes
}
