import { expect, test } from 'vitest'
import { AesDecryptor } from './aes'

const bytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16))

test('blocks are decrypted as the standard’s own examples (FIPS 197, C)', () => {
  const plain = bytes('00112233445566778899aabbccddeeff')
  const key = bytes('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f')
  for (const [length, block] of [
    [16, '69c4e0d86a7b0430d8cdb78070b4c55a'],
    [24, 'dda97ca4864cdfe06eaf70a0ec0d7191'],
    [32, '8ea2b7ca516745bfeafc49904b496089'],
  ] as const)
    expect(new AesDecryptor(key.subarray(0, length)).decrypt(bytes(block))).toEqual(plain)
})
