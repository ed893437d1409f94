import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secretMask } from './mask'

const accessToken = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJzaG9wLzEyMyJ9.k/Zb+q3W-t_8v0'
const mask = async (response: string, target: { accessToken?: string; secretKey?: string }) =>
  (await secretMask(target).bytes(Buffer.from(response))).toString()
const maskToken = (response: string) => mask(response, { accessToken })

/** Ways in which a server repeats what it received, written independently of the tested code. */
const ways: Record<string, (text: string) => string> = {
  'as it is': text => text,
  'JSON of PHP': text => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'JSON inside JSON': text => JSON.stringify(JSON.stringify(text).replaceAll('/', '\\/')).slice(1, -1),
  'JSON in ASCII': text =>
    [...text].map(one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'JSON in upper case': text =>
    [...text].map(one => `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`).join(''),
  'a query': text => encodeURIComponent(text),
  'a query in a query': text => encodeURIComponent(encodeURIComponent(text)),
  'a query in lower case': text => encodeURIComponent(text).replaceAll(/%../g, code => code.toLowerCase()),
  'every byte encoded': text => [...Buffer.from(text)].map(byte => `%${byte.toString(16)}`).join(''),
  HTML: text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;'),
  'HTML by OWASP': text => text.replaceAll(/[^A-Za-z\d]/g, one => `&#x${one.charCodeAt(0).toString(16)};`),
  base64: text => Buffer.from(text).toString('base64'),
  'base64 after one byte': text => Buffer.from(`:${text}`).toString('base64'),
  'base64 after two bytes': text => Buffer.from(`a:${text}`).toString('base64'),
  'basic authentication': text => Buffer.from(`shop:${text}`).toString('base64'),
  'base64 for URLs, without padding': text => Buffer.from(`Bearer ${text}`).toString('base64url'),
  'base64 in PHP’s JSON': text => Buffer.from(`Bearer ${text}!`).toString('base64').replaceAll('/', '\\/'),
  'base64 in a query': text => encodeURIComponent(Buffer.from(`Bearer ${text}`).toString('base64')),
}

test.each(Object.entries(ways))('a token that comes back as %s is masked', async (_, write) => {
  const written = write(accessToken)
  const masked = await maskToken(`<pre>${written}</pre> ok`)
  expect(masked).toHaveLength(written.length + 14)
  // In base64 the neighbouring bytes stay, and up to one shared character at each end.
  expect(masked).toMatch(/^<pre>[^*]{0,10}\*{59,}[^*]{0,7}<\/pre> ok$/)
})

const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map(code => String.fromCharCode(code)),
})
/** Typical credentials of services; credentials of nothing but digits are tested separately. */
const credential = fc
  .stringMatching(/^[A-Za-z\d._~+/=-]{8,80}$/)
  .filter(text => /[A-Za-z]/.test(text) && /[\d._~+/=-]/.test(text))

test('no credential remains, in any notation', async () => {
  await fc.assert(
    fc.asyncProperty(
      credential,
      fc.constantFrom(...Object.keys(ways)),
      fc.stringMatching(/^[ <>{}:,"가-힣]{0,20}$/),
      async (secretKey, way, around) => {
        const write = ways[way] as (text: string) => string
        const masked = await mask(`${around} ${write(secretKey)} ${around}`, { secretKey })
        expect(masked).toContain('*')
        expect(masked.startsWith(`${around} `) && masked.endsWith(` ${around}`)).toBe(true)
        if (!way.includes('base64') && way !== 'basic authentication')
          expect(masked).toMatch(/^[^*]*\*+[^*]*$/)
        expect(masked).not.toContain(write(secretKey))
      },
    ),
    { numRuns: 500 },
  )
})

test('a credential that is cut to twelve characters or more is masked, a shorter part is not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: accessToken.length }),
      fc.nat({ max: accessToken.length }),
      fc.constantFrom('as it is', 'JSON of PHP', 'every byte encoded', 'HTML by OWASP'),
      async (length, at, way) => {
        const piece = accessToken.slice(at, at + length)
        const written = (ways[way] as (text: string) => string)(piece)
        const masked = await maskToken(`token [${written}] invalid`)
        expect(masked).toBe(`token [${piece.length >= 12 ? '*'.repeat(written.length) : written}] invalid`)
      },
    ),
    { numRuns: 500 },
  )
})

test('a credential of eight characters is masked; one of seven, which may occur by chance, is not', async () => {
  expect(await mask('key=Ab3/xY9z;', { secretKey: 'Ab3/xY9z' })).toBe('key=********;')
  expect(await mask('key=Ab3/xY9;', { secretKey: 'Ab3/xY9' })).toBe('key=Ab3/xY9;')
  for (const write of Object.values(ways))
    expect(await mask(write('Ab3/xY9z'), { secretKey: 'Ab3/xY9z' })).toContain('****')
})

test('a response without the credentials stays unchanged, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(credential, fc.uint8Array({ maxLength: 400 }), visible, async (key, bytes, text) => {
      const response = Buffer.concat([bytes, Buffer.from(`${text}\\u0041%41&amp;&#65;`)])
      const before = Buffer.from(response)
      // Random texts practically never share twelve characters with a credential, but might share eight.
      await secretMask({ accessToken: `${key}#0123`, secretKey: undefined }).bytes(response)
      expect(response.equals(before)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('a masked response has the same content, except texts with a credential', async () => {
  const value = fc.letrec(tie => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.integer(),
      fc.constant(null),
      fc.string(),
      fc.constant(`Bearer ${accessToken}`),
      fc.constant(`"${accessToken}\n${accessToken}"\\`),
      fc.array(tie('any')),
      fc.dictionary(fc.string(), tie('any'), { noNullPrototype: true }),
    ),
  })).any
  const hidden = (text: string) => text.replaceAll(accessToken, '')
  const withoutToken = (_: string, one: unknown) => (typeof one === 'string' ? hidden(one) : one)
  const withoutStars = (_: string, one: unknown) =>
    typeof one === 'string' ? one.replaceAll(/\*{12,}/g, '') : one
  await fc.assert(
    fc.asyncProperty(value, fc.constantFrom(undefined, 2), async (one, space) => {
      const json = JSON.stringify(one, null, space)
      const escaped = json.replaceAll('/', '\\/')
      expect(JSON.parse(await maskToken(escaped), withoutStars)).toEqual(JSON.parse(json, withoutToken))
    }),
    { numRuns: 300 },
  )
})

test('order ids and times stay, although a credential consists of digits or contains them', async () => {
  const response = '{"orderSuccesses":[{"orderId":202611220001,"mallOrderNumber":"A-2026112200017"}]}'
  expect(await mask(response, { secretKey: '202611220001' })).toBe(response)
  expect(await mask(response, { secretKey: 'key-202611220001-Zq' })).toBe(response)
  expect(await mask('{"orderIds":[ 12345678 , 912345678 ]}', { secretKey: '12345678' })).toContain(
    '[ 12345678 , 912345678 ]',
  )
  expect(await mask('{"key":"12345678"} Bearer 12345678.', { secretKey: '12345678' })).toBe(
    '{"key":"********"} Bearer ********.',
  )
})

test('names of properties stay, although a credential is a word', async () => {
  const response = '{"mallOrderNumber" : "mallOrderNumber", "isSuccess":true}'
  const masked = '{"mallOrderNumber" : "***************", "isSuccess":true}'
  expect(await mask(response, { accessToken: 'mallOrderNumber', secretKey: 'isSuccess' })).toBe(masked)
})

test('both credentials are masked, even if one contains the other or they overlap', async () => {
  const target = { accessToken: 'abcdefgh-1234', secretKey: 'efgh-1234-wxyz' }
  expect(await mask('[abcdefgh-1234-wxyz] [efgh-1234-wxyz]', target)).toBe(
    `[${'*'.repeat(18)}] [${'*'.repeat(14)}]`,
  )
})

test('a credential is found across slices of the response', async () => {
  const response = Buffer.alloc(3 * 1024 * 1024, 'x')
  for (const at of [0, 1024 * 1024 - 30, 2 * 1024 * 1024 - 1, response.length - accessToken.length])
    response.write(accessToken, at)
  const masked = (await secretMask({ accessToken }).bytes(response)).toString()
  expect(masked.match(/\*+/g)?.map(match => match.length)).toEqual([1, 2, 3, 4].map(() => accessToken.length))
})

test('long runs of escapes, of white space and of the credential itself take no longer than other bytes', async () => {
  // Each of these would take quadratic time if the search went back or ahead for every match.
  const size = 1_000_000
  const hostile = [
    Buffer.alloc(size, '\\'),
    Buffer.alloc(size, '%25'),
    Buffer.alloc(size, '&#'),
    Buffer.alloc(size, '1'),
    Buffer.from(`${'11111111 '.repeat(size / 10)}${' '.repeat(size)}11111111`),
  ]
  for (const response of hostile) {
    const copy = Buffer.from(response)
    await secretMask({ secretKey: '11111111' }).bytes(copy)
    expect(copy).toHaveLength(response.length)
  }
})
