import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { weaknessOf } from './password-strength'

const mina = { name: 'Mina Kim', email: 'mina.kim@hanbit-store.example' }

test.each([
  'password',
  '12345678',
  'iloveyou',
  'Password',
  'ＰＡＳＳＷＯＲＤ',
  'P@ssw0rd',
  'passw0rd2026!',
  'pa55word',
  '2026-Sunshine',
  '$unshine99',
  '1qaz2wsx!',
  'dragon12345678',
  'qwerty!@#$',
  'aaaaaaaaaaaa',
  'abcdefghijkl',
  '98765432',
  'xk2#xk2#xk2#',
  '01011990',
])('%s is refused, because it is common or close to it', async password => {
  expect(await weaknessOf(password, mina)).toBe('common')
})

test.each([
  ['lading-desk', 'product'],
  ['L4ding!2026', 'product'],
  ['Lading Password1', 'product'],
  ['minakim2026', 'name'],
  ['Kim-Mina-77', 'name'],
  ['m1n4k1m!!', 'name'],
  ['hanbit-store', 'email'],
  ['mina.kim@hanbit-store.example', 'email'],
])(
  '%s is refused, because it is little more than a word that attackers know (%s)',
  async (password, weakness) => {
    expect(await weaknessOf(password, mina)).toBe(weakness)
  },
)

test('the 3,000 most common passwords are refused, also with a year behind them', async () => {
  const long = dictionary['passwords-common'].slice(0, 3000).filter(entry => entry.length >= 8)
  expect(long.length).toBeGreaterThan(600)
  for (const entry of long)
    for (const password of [entry, `${entry.toUpperCase()}2026!`])
      expect(await weaknessOf(password, {}), password).toBe('common')
})

test('a name in Hangul or Kanji is recognised', async () => {
  expect(await weaknessOf('김민아김민아123', { name: '김민아' })).toBe('name')
  expect(await weaknessOf('山田太郎2026年', { name: '山田 太郎' })).toBe('name')
})

test.each([
  'correct horse battery staple',
  'a long enough pass phrase',
  'kim likes four green bicycles',
  'lading ships what we pack on monday',
  'vK7#qWz2-rT',
  '(#*$)@!+=_-%',
  '우리집 고양이는 세 마리',
  'バナナは朝に三本食べる',
])('%s is accepted, although it may contain a word that attackers know', async password => {
  expect(await weaknessOf(password, mina)).toBeUndefined()
})

test('a password of several words that attackers know is refused', async () => {
  const jun = { name: 'Jun Park', email: 'orders@hanbit.example' }
  expect(await weaknessOf('LadingParkHanbit', jun)).toBe('email')
})

test('without data about the person only the name of the product and common passwords count', async () => {
  expect(await weaknessOf('minakim2026!', {})).toBeUndefined()
  expect(await weaknessOf('lading2026', {})).toBe('product')
})
