import { expect, test } from 'vitest'
import { laidOut, readableAnswer } from './response-text'

test('a JSON response is formatted with all of its digits and characters', () => {
  const answer =
    '{"isSuccess":true,"orderSuccesses":[{"orderId":9007199254740993,"n":"a,{b}\\""}],"x":[],"y":{}}'
  const shown = laidOut(answer) ?? ''
  expect(shown.split('\n')).toEqual([
    '{',
    '  "isSuccess": true,',
    '  "orderSuccesses": [',
    '    {',
    '      "orderId": 9007199254740993,',
    '      "n": "a,{b}\\""',
    '    }',
    '  ],',
    '  "x": [],',
    '  "y": {}',
    '}',
  ])
})

test('other responses are shown verbatim, and long ones are cut', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(readableAnswer(bytes('<p>502</p>'))).toEqual({ text: '<p>502</p>', isCut: false })
  expect(readableAnswer(bytes('x'.repeat(70_000))).isCut).toBe(true)
})

test('a response of 64 KB that only opens brackets is shown as it is', () => {
  const answer = '['.repeat(64 * 1024)
  expect(readableAnswer(new TextEncoder().encode(answer))).toEqual({ text: answer, isCut: false })
})
