import 'server-only'
import { randomInt } from 'node:crypto'

/** The 64 characters of base64url in byte order, so that later ids sort after earlier ones. */
const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'

const DIGITS = 4
const boot = randomInt(64 ** DIGITS)
let counter = randomInt(64 ** DIGITS)

/**
 * A unique id of 15 characters: the time in milliseconds (7), a random number of this process (4), and a counter (4).
 * Ids of one moment are neighbours in an index. Ids are short because the ledger repeats each of them about twenty
 * times, and PostgreSQL rounds an index entry up to 16 bytes.
 */
export const newId = (): string => {
  counter = (counter + 1) % 64 ** DIGITS
  return encode(Date.now(), 7) + encode(boot, DIGITS) + encode(counter, DIGITS)
}

function encode(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 64)) text = ALPHABET[rest % 64] + text
  return text
}
