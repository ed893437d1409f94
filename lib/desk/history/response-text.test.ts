import { expect, test } from 'vitest'
import { laidOut, readableResponse } from './response-text'

test('a JSON response is formatted with all of its digits and characters', () => {
  const response =
    '{"isSuccess":true,"orderSuccesses":[{"orderId":9007199254740993,"n":"a,{b}\\""}],"x":[],"y":{}}'
  const shown = laidOut(response) ?? ''
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
  expect(readableResponse(bytes('<p>502</p>'))).toEqual({ text: '<p>502</p>', isCut: false })
  expect(readableResponse(bytes('x'.repeat(70_000))).isCut).toBe(true)
})

// In time that grew with its square, each such response kept the server from working for seconds.
test.each(['\\"', '\\\n', '\\"\n'])(
  'a text of %j that nothing closes is shown at once, with all of it',
  part => {
    const text = `"${part.repeat(30_000)}`
    for (let time = 0; time < 50; time++) expect(laidOut(`[1,${text}`)).toBe(`[\n  1,\n  ${text}`)
  },
)

test('a response of 64 KB that only opens brackets is shown as it is', () => {
  const response = '['.repeat(64 * 1024)
  expect(readableResponse(new TextEncoder().encode(response))).toEqual({ text: response, isCut: false })
})
