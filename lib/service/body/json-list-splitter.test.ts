import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BodyError, JsonListSplitter } from './json-list-splitter'
import { parseSlice } from './json-slice'

const MAX_BYTES = 5000
/** Number of runs; `MODEL_RUNS` sets a higher one. */
const runs = (few: number) => ({ numRuns: Number(process.env.MODEL_RUNS ?? few) })

/** The result of a body in these chunks: its elements, or the BodyError. */
function cut(chunks: readonly Uint8Array[], maxBytes = MAX_BYTES): unknown[] | BodyError {
  const elements: unknown[] = []
  const splitter = new JsonListSplitter(
    { list: 'data', maxElements: 1000, maxSliceBytes: maxBytes },
    piece => {
      const value = parseSlice(piece)
      elements.push(value)
      return value !== undefined
    },
  )
  for (const chunk of chunks) {
    const bodyError = splitter.push(Buffer.from(chunk))
    if (bodyError) return bodyError
  }
  return splitter.end() ?? elements
}

/** The oracle: the result of the platform's own parser for the same bytes. */
function expected(bytes: Uint8Array): unknown[] | BodyError {
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return 'not_json'
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'not_an_object'
  const data = Object.hasOwn(body, 'data') ? (body as { data: unknown }).data : null
  if (data === null) return 'list_missing'
  if (!Array.isArray(data)) return 'no_list'
  return data.length === 0 ? 'list_empty' : data
}

/** The same bytes in chunks that end at random places, one byte each included. */
const split = (bytes: Uint8Array, places: readonly number[]) => {
  const ends = [...new Set(places.map(place => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [...ends, bytes.length].map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end))
}

const space = fc.constantFrom('', '', '', ' ', '\n', '\t \r\n')
const awkward = fc.constantFrom(
  '"',
  '\\',
  '\\"',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '"data":[',
  '渋谷区',
  '🚢',
  'é',
  '\\u0022',
  ' ',
  'a',
  '0',
)
const text = fc.array(awkward, { maxLength: 8 }).map(parts => parts.join(''))
/** The text as JSON, some of its characters as escapes. */
const spelled = fc
  .tuple(text, fc.nat(2))
  .map(([value, every]) =>
    every === 0
      ? JSON.stringify(value)
      : JSON.stringify(value).replace(/[a-z0-9渋区é]/g, (character, at: number) =>
          at % every === 0 && value.indexOf('\\') < 0
            ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
            : character,
        ),
  )
const word = fc.oneof(
  fc.constantFrom('true', 'false', 'null', '0', '-0', '-1.5e-7', '1E400', '12345678901234567890'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
)

const { value } = fc.letrec<{ value: string }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word,
    spelled,
    fc
      .tuple(fc.array(tie('value'), { maxLength: 4 }), space)
      .map(([inner, gap]) => `[${gap}${inner.join(`${gap},${gap}`)}${gap}]`),
    fc
      .tuple(fc.array(fc.tuple(spelled, tie('value')), { maxLength: 4 }), space)
      .map(([inner, gap]) => `{${gap}${inner.map(([k, v]) => `${k}${gap}:${gap}${v}`).join(`,${gap}`)}}`),
  ),
}))

const dataKey = fc.constantFrom('"data"', '"data"', '"d\\u0061ta"', '"\\u0064\\u0061\\u0074\\u0061"')
const list = fc.array(value, { maxLength: 6 }).map(elements => `[${elements.join(',')}]`)
const body = fc
  .tuple(
    fc.array(fc.tuple(spelled, value), { maxLength: 3 }),
    fc.option(fc.tuple(dataKey, fc.oneof({ weight: 9, arbitrary: list }, { weight: 1, arbitrary: value }))),
    fc.array(fc.tuple(spelled, value), { maxLength: 2 }),
    space,
  )
  .map(([before, data, after, gap]) => {
    const members = [...before, ...(data ? [data] : []), ...after].map(([k, v]) => `${k}${gap}:${gap}${v}`)
    return `${gap}{${gap}${members.join(`${gap},${gap}`)}${gap}}${gap}`
  })

/** Breaks bytes: cuts them short, leaves some out, adds some, changes one. */
const harm = fc.tuple(
  fc.constantFrom('short', 'less', 'more', 'other'),
  fc.nat(),
  fc.nat(4),
  fc.oneof(fc.constantFrom(...Buffer.from('{}[]",:\\ 0e-.tfnu')), fc.nat(255)),
)
const harmed = (bytes: Buffer, [how, place, length, byte]: [string, number, number, number]) => {
  const at = place % (bytes.length + 1)
  if (how === 'short') return bytes.subarray(0, at)
  if (how === 'less') return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
  if (how === 'more') return Buffer.concat([bytes.subarray(0, at), Buffer.of(byte), bytes.subarray(at)])
  const changed = Buffer.from(bytes)
  if (at < changed.length) changed[at] = byte
  return changed
}

/** Errors that the platform does not distinguish or does not report. */
function agrees(found: unknown[] | BodyError, wanted: unknown[] | BodyError, bytes: Buffer): void {
  if (found === 'list_twice' || found === 'too_deep') return
  // A body that does not begin as an object is refused at its first byte, before it is known whether it is JSON.
  const refused = ['empty', 'byte_order_mark', 'not_utf8', 'not_an_object']
  if (wanted === 'not_json' && typeof found === 'string' && refused.includes(found)) return
  expect(found, bytes.toString()).toEqual(wanted)
}

test('a body in chunks of any size is read like JSON.parse reads the whole', () => {
  fc.assert(
    fc.property(body, fc.array(fc.nat(), { maxLength: 12 }), (json, places) => {
      const bytes = Buffer.from(json)
      agrees(cut(split(bytes, places)), expected(bytes), bytes)
    }),
    runs(4000),
  )
})

test('a broken body is refused wherever it is cut, and nothing else is', () => {
  fc.assert(
    fc.property(body, harm, fc.array(fc.nat(), { maxLength: 8 }), (json, how, places) => {
      const bytes = harmed(Buffer.from(json), how)
      agrees(cut(split(bytes, places)), expected(bytes), bytes)
    }),
    runs(8000),
  )
})

test('bytes that arrive one by one give the same elements', () => {
  const bytes = Buffer.from(
    ' {"a":{"data":[0]}, "d\\u0061ta" :[ {"x":"]}\\"渋🚢\\\\"} ,12,"é" ], "z":null } ',
  )
  expect(cut([...bytes].map(byte => Buffer.of(byte)))).toEqual([{ x: ']}"渋🚢\\' }, 12, 'é'])
})

test('an invalid body is refused with its error', () => {
  const cases: [string | Uint8Array, BodyError][] = [
    ['', 'empty'],
    ['\uFEFF{"data":[1]}', 'byte_order_mark'],
    ['  ', 'not_json'],
    ['[{"data":[1]}]', 'not_an_object'],
    ['{"data":[1]}}', 'not_json'],
    ['{"data":[1]} {"data":[2]}', 'not_json'],
    ['{"data":[1,]}', 'not_json'],
    ['{"data":[,1]}', 'not_json'],
    ['{"data":[1 2]}', 'not_json'],
    ['{"data":[{]}]}', 'not_json'],
    ['{"data":[1],}', 'not_json'],
    ['{data:[1]}', 'not_json'],
    ['{"data":[1]', 'not_json'],
    ['{"x":[1],"other":{"data":[1]}}', 'list_missing'],
    ['{"data":[1],"x":tru}', 'not_json'],
    ['{"data":[1],"data":[2]}', 'list_twice'],
    ['{"data":[1],"d\\u0061ta":null}', 'list_twice'],
    ['{"data":null}', 'list_missing'],
    ['{"data":{"data":[1]}}', 'no_list'],
    ['{"data":[ ]}', 'list_empty'],
    [`{"data":[${'['.repeat(65)}${']'.repeat(65)}]}`, 'too_deep'],
    [`{"data":["${'x'.repeat(MAX_BYTES)}"]}`, 'value_too_large'],
    [`{"x":"${'x'.repeat(MAX_BYTES)}","data":[1]}`, 'value_too_large'],
    [`{"data":[${'0,'.repeat(1000)}0]}`, 'list_too_long'],
    [Buffer.from('{"data":["\xe9"]}', 'latin1'), 'not_utf8'],
    [Buffer.from('{"data":["\xf0\x9f\x9a', 'latin1'), 'not_utf8'],
    [Buffer.from('{"data":["\xed\xa0\x80"]}', 'latin1'), 'not_utf8'],
  ]
  for (const [given, bodyError] of cases) {
    const bytes = Buffer.from(given)
    expect(cut([bytes]), bytes.toString()).toBe(bodyError)
    expect(cut([...bytes].map(byte => Buffer.of(byte))), bytes.toString()).toBe(bodyError)
  }
  expect(cut([Buffer.from(`{"data":[${'['.repeat(64)}${']'.repeat(64)}]}`)])).toHaveLength(1)
})
