import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** SHA-256 of some bytes, in hexadecimal digits. A page that is not served over HTTPS has no other. */
export const sha256Of = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))
