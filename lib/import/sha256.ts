import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** SHA-256 of bytes, in hexadecimal digits. Web Crypto is not available on pages without HTTPS. */
export const sha256Of = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))
