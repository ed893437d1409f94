import { expect, test } from 'vitest'
import { letterOf } from './letter-of'

test.each([
  ['z', 'KeyZ', 'z'],
  ['Z', 'KeyZ', 'z'],
  ['ㅋ', 'KeyZ', 'z'],
  ['ㅃ', 'KeyQ', 'q'],
  ['つ', 'KeyZ', 'z'],
  // Option and R on a Mac.
  ['®', 'KeyR', 'r'],
  // A French keyboard has its Z at another place.
  ['z', 'KeyW', 'z'],
  ['ö', 'Semicolon', 'ö'],
  ['Enter', 'Enter', 'enter'],
  ['Process', 'KeyZ', 'process'],
])('the key %s at %s is %s', (key, code, letter) => {
  expect(letterOf({ key, code })).toBe(letter)
})
