import { parse, parseNumberAndBigInt, stringify } from 'lossless-json'
import { expect, test } from 'vitest'
import { fingerprint, readJson, writeJson } from './json'

test('integers of any size are written exactly, everything else like JSON.stringify', () => {
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

test('integers of any size are read with all digits, and texts with digits stay texts', () => {
  const text =
    '{"id":9223372036854775807,"small":-12,"price":12.50,"long":0.12345678901234567890,"of":[1e3,-9007199254740993],"text":"a \\"12345678901234567890\\\\\\" \\u0031","none":null}'
  const texts = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, texts(member)]))
      : String(value)
  expect(texts(readJson(text))).toEqual(texts(parse(text, null, parseNumberAndBigInt)))
  expect(readJson(text)).toMatchObject({
    id: '9223372036854775807',
    small: -12,
    of: [1000, '-9007199254740993'],
  })
  expect(() => readJson('{"a":}')).toThrow(SyntaxError)
})

test('a fingerprint never changes, because results of earlier versions are recognised by it', () => {
  expect(['', 'a', '{"mallOrderNumber":"山田-1","note":"😀"}'].map(fingerprint)).toEqual([
    '10c329583afc3b0dc0cfa5aed872',
    '0432341afdfcd80f4393162ace46',
    '01da891bea383f0a52b9b05495d4',
  ])
})
