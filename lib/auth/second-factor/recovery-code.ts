import 'server-only'
import { createHash, randomBytes } from 'node:crypto'

/** Codes of one set. */
const CODES = 10
/** 80 random bits: too many to guess, also for a person who has the hashes. */
const CODE_LENGTH = 16
/** Without letters that look like digits (Crockford's base32). */
const SYMBOLS = '0123456789abcdefghjkmnpqrstvwxyz'

/** New recovery codes, `xxxx-xxxx-xxxx-xxxx`. */
export const createRecoveryCodes = (): string[] => Array.from({ length: CODES }, createCode)

/** The hash by which a code is stored: bound to its operator, and the same however the code is spelled. */
export function hashRecoveryCode(operatorId: string, code: string): string {
  const spelled = code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
  // Random bits need no slow hash because they cannot be guessed.
  return createHash('sha256').update(`${operatorId}|${spelled}`).digest('base64url')
}

function createCode(): string {
  // 256 is a multiple of 32, so every symbol is equally likely.
  const symbols = [...randomBytes(CODE_LENGTH)].map(byte => SYMBOLS[byte % SYMBOLS.length]).join('')
  return symbols.replace(/.{4}(?=.)/g, '$&-')
}
