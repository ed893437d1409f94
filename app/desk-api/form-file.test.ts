import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isForm, readFormFile } from './form-file'

const TYPE = 'multipart/form-data; boundary=XX'
const FILE = 'Content-Disposition: form-data; name="file"; filename="orders.csv"'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const part = (data: string, ...headers: string[]) => `--XX\r\n${headers.join('\r\n')}\r\n\r\n${data}\r\n`
const read = (body: string, type = TYPE) => {
  const file = readFormFile(type, bytesOf(body))
  return file && { name: file.name, text: new TextDecoder().decode(file.bytes) }
}

test('a form with one file is the file, byte for byte', () => {
  expect(read(`${part('a,b\r\n1,2', FILE)}--XX--\r\n`)).toEqual({ name: 'orders.csv', text: 'a,b\r\n1,2' })
  expect(read(`${part('', FILE, 'Content-Type: text/csv')}--XX--`)).toEqual({ name: 'orders.csv', text: '' })
  const quoted = 'multipart/form-data; charset=utf-8; boundary="X:X"'
  const other = `${part('a--X:X\nb', FILE)}--XX--`.replaceAll('--XX', '--X:X')
  expect(read(other, quoted)).toEqual({ name: 'orders.csv', text: 'a--X:X\nb' })
})

test.each([
  ['form-data; name="file"; filename="주문.csv"', '주문.csv'],
  ['form-data; name="file"; filename="a%22b.csv"', 'a"b.csv'],
  ['form-data; name="file"; filename="a\\"b.csv"', 'a"b.csv'],
  ['form-data; name=file; filename=orders.csv', 'orders.csv'],
  [`form-data; name=file; filename=x; filename*=utf-8''%EC%A3%BC%EB%AC%B8.csv`, '주문.csv'],
  ['form-data; name="file"; filename=""', undefined],
])('the name of the file is read as browsers, curl and libraries write it: %s', (disposition, name) => {
  expect(read(`${part('x', `Content-Disposition: ${disposition}`)}--XX--\r\n`)).toEqual({ name, text: 'x' })
})

test.each([
  ['cut off before its end', part('x', FILE)],
  ['cut off in its headers', `--XX\r\n${FILE}\r\n`],
  ['two files', `${part('x', FILE)}${part('y', FILE)}--XX--`],
  ['a file and a field', `${part('x', FILE)}${part('y', 'Content-Disposition: form-data; name="a"')}--XX--`],
  ['a field', `${part('x', 'Content-Disposition: form-data; name="a"')}--XX--`],
  ['nothing', '--XX--\r\n'],
  ['text before it', `hello\r\n${part('x', FILE)}--XX--`],
  ['text behind it', `${part('x', FILE)}--XX--\r\nhello`],
  ['an encoded file', `${part('eA==', FILE, 'Content-Transfer-Encoding: base64')}--XX--`],
  ['two names', `${part('x', FILE, FILE)}--XX--`],
  ['headers without an end', `--XX\r\n${FILE}\r\nX: ${'y'.repeat(5000)}\r\n\r\nx\r\n--XX--`],
  ['a broken header', `${part('x', FILE, 'no header')}--XX--`],
])('a form is refused that has %s', (_, body) => {
  expect(read(body)).toBeUndefined()
})

// In time that grew with its cube, the longest header that is read kept the server from working for two minutes.
test('a header of thousands of blanks is refused at once', () => {
  expect(read(`${part('x', FILE, `X:${'\t'.repeat(4_000)}\u2028`)}--XX--`)).toBeUndefined()
})

test('only multipart/form-data with a boundary is a form', () => {
  expect(isForm('multipart/form-data; boundary=a')).toBe(true)
  expect(isForm('multipart/mixed; boundary=a')).toBe(false)
  expect(isForm('text/csv')).toBe(false)
  expect(isForm(null)).toBe(false)
  expect(read(`${part('x', FILE)}--XX--`, 'multipart/form-data')).toBeUndefined()
})

test('any bytes and any name arrive as the platform’s FormData sends them', async () => {
  const name = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 40 })
    .map(text => text.toWellFormed().replaceAll(/[\p{Cc}\\%]/gu, '_'))
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), name, async (bytes, name) => {
      const form = new FormData()
      form.set('file', new File([bytes], name))
      const response = new Response(form)
      const body = new Uint8Array(await response.clone().arrayBuffer())
      const file = readFormFile(response.headers.get('content-type') ?? '', body)
      expect(file?.name).toBe(name)
      expect(Buffer.from(file?.bytes ?? []).equals(Buffer.from(bytes))).toBe(true)
    }),
    { numRuns: 200 },
  )
})
