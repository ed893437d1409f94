import { stringify } from 'lossless-json'
import { expect, test } from 'vitest'
import { writeJson } from './json'

test('integers of any size are written out exactly, everything else as JSON has it', () => {
  const value = {
    id: 9223372036854775807n,
    'a "name"': [1.5, -3n, 'こ\n"', null, true, { gone: undefined, none: [] }],
    gone: undefined,
    nothing: {},
  }
  expect(writeJson(value)).toBe(
    '{"id":9223372036854775807,"a \\"name\\"":[1.5,-3,"こ\\n\\"",null,true,{"none":[]}],"nothing":{}}',
  )
  expect(writeJson(value)).toBe(stringify(value))
})
