import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompressedFiles, readCompressedFiles, sendCompressed } from './compressed-files'

const folder = mkdtempSync(join(tmpdir(), 'lading-compressed-'))
const script = 'export const columns = [];\n'.repeat(100)
let files: CompressedFiles
const server = createServer((incoming, response) => {
  if (!sendCompressed(files, incoming, response)) response.end('of Next')
})

beforeAll(async () => {
  const chunks = join(folder, 'chunks')
  mkdirSync(chunks)
  writeFileSync(join(chunks, 'sheet.js.br'), brotliCompressSync(script))
  writeFileSync(join(chunks, 'font.woff2.br'), 'not read')
  files = readCompressedFiles(folder)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

/** Requests a path without decoding the response. */
async function send(path: string, headers: Record<string, string>, method = 'GET') {
  const { port } = server.address() as AddressInfo
  const sent = request({ port, path, headers, method, agent: false }).end()
  const [response] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { headers: response.headers, body: Buffer.concat(chunks) }
}

const ours = '/_next/static/chunks/sheet.js'

test('a script of the build arrives as brotli, and may be kept forever', async () => {
  const { headers, body } = await send(`${ours}?v=1`, { 'accept-encoding': 'gzip, deflate, br, zstd' })
  expect(headers).toMatchObject({
    ...{ 'content-encoding': 'br', 'content-type': 'application/javascript; charset=UTF-8' },
    ...{ 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' },
    ...{ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' },
  })
  expect(brotliDecompressSync(body).toString()).toBe(script)
})

test('a request for only the headers gets no body', async () => {
  const { headers, body } = await send(ours, { 'accept-encoding': 'br' }, 'HEAD')
  expect(headers['content-encoding']).toBe('br')
  expect(body.length).toBe(0)
})

test.each([
  ['that accepts no brotli', ours, { 'accept-encoding': 'gzip' }],
  ['that excludes brotli', ours, { 'accept-encoding': 'gzip, br;q=0.0' }],
  ['of a client that names no encoding', ours, {}],
  ['for a part of a file', ours, { 'accept-encoding': 'br', range: 'bytes=0-5' }],
  ['for a font', '/_next/static/chunks/font.woff2', { 'accept-encoding': 'br' }],
  ['for a path that leaves the folder', '/_next/static/../server/a.js', { 'accept-encoding': 'br' }],
  ['for a page', '/orders/japan', { 'accept-encoding': 'br' }],
])('Next serves a request %s', async (_, path, headers) => {
  expect((await send(path, headers)).body.toString()).toBe('of Next')
})

test('Next serves everything where no file was compressed', () => {
  expect(readCompressedFiles(join(folder, 'missing')).size).toBe(0)
})
