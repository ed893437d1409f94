import { expect, test } from 'vitest'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-code'

test('ten different codes of 80 random bits are made', () => {
  const codes = createRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
})

test('a code may be spelled in capitals, without dashes, and with letters that look like digits', () => {
  const hash = hashRecoveryCode('mina', '0a1b-2c3d-4e5f-6g7h')
  for (const code of [
    '0A1B2C3D4E5F6G7H',
    ' 0a1b 2c3d 4e5f 6g7h ',
    'OaIb-2c3d-4e5f-6g7h',
    'oalb-2c3d-4e5f-6g7h',
  ]) {
    expect(hashRecoveryCode('mina', code)).toBe(hash)
  }
  expect(hashRecoveryCode('mina', '0a1b-2c3d-4e5f-6g7j')).not.toBe(hash)
})

test('a code of one operator is not valid for another', () => {
  expect(hashRecoveryCode('mina', 'a')).not.toBe(hashRecoveryCode('jun', 'a'))
})
