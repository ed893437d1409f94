import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readBytes, readJson, withBytes } from './body'

const post = (body: string) => new Request('http://127.0.0.1/', { method: 'POST', body })

test('JSON of a page is read', async () => {
  expect(await readJson(post('{"lines":["大阪"]}'))).toEqual({ lines: ['大阪'] })
})

test('a body of so many values that it would block the server while it is parsed is not read', async () => {
  const empty = (count: number) => compressed(gzipSync(`[${Array.from({ length: count }, () => '{}')}]`))
  expect(await readJson(empty(100_000))).toHaveLength(100_000)
  expect(await readJson(empty(400_000))).toBeUndefined()
  const members = Array.from({ length: 400_000 }, (_, at) => `"k${at}":0`)
  expect(await readJson(compressed(gzipSync(`{${members}}`)))).toBeUndefined()
})

test('a body that is not JSON, is too long, or is nested too deeply is not read', async () => {
  for (const body of [
    '',
    '{',
    '['.repeat(3_800_000),
    `${'['.repeat(65)}${']'.repeat(65)}`,
    `"${'x'.repeat(5_000_000)}"`,
  ])
    expect(await readJson(post(body))).toBeUndefined()
})

const compressed = (bytes: Uint8Array, encoding = 'gzip') =>
  new Request('http://127.0.0.1/', {
    method: 'POST',
    headers: { 'content-encoding': encoding },
    body: new Uint8Array(bytes),
  })

test('a compressed save is read', async () => {
  const json = { lines: Array.from({ length: 2000 }, () => '大阪府大阪市') }
  expect(await readJson(compressed(gzipSync(JSON.stringify(json))))).toEqual(json)
})

test('a compressed body that grows too long, is damaged, or is compressed in another way is not read', async () => {
  const bomb = gzipSync(`"${'x'.repeat(50_000_000)}"`)
  expect(bomb.length).toBeLessThan(100_000)
  const whole = gzipSync('"save"')
  for (const request of [
    compressed(bomb),
    compressed(whole.subarray(0, -9)),
    compressed(Buffer.from('"save"')),
    compressed(whole, 'br'),
    compressed(gzipSync('['.repeat(65))),
  ])
    expect(await readJson(request)).toBeUndefined()
})

test('a body so long that Next may have cut it is refused as too large, however much it may hold decompressed', async () => {
  const limit = 32 * 1024 * 1024
  // What Next passes on of a longer body ends with one of its pieces, which have up to 64 KB.
  const cut = 10 * 1024 * 1024 - 64 * 1024
  expect(await readBytes(post('x'.repeat(cut)), limit)).toBeUndefined()
  expect(await readBytes(compressed(gzipSync('x'.repeat(cut))), limit)).toHaveLength(cut)
  expect(await readBytes(post('x'.repeat(9_900_000)), limit)).toHaveLength(9_900_000)
})

test('requests with large bodies are served one after another, and a few wait; short ones pass them', async () => {
  const limit = 32 * 1024 * 1024
  const body = gzipSync('x'.repeat(5_000_000))
  const ends: (() => void)[] = []
  let served = 0
  const ask = () =>
    withBytes(compressed(body), limit, async bytes => {
      served++
      await new Promise<void>(resolve => ends.push(resolve))
      return bytes?.length
    })
  const all = Array.from({ length: 10 }, ask)
  expect(await Promise.race(all)).toBe('busy')
  await expect.poll(() => served).toBe(1)
  expect(await withBytes(post('short'), limit, async bytes => bytes?.length)).toBe(5)
  expect(served).toBe(1)
  for (let at = 1; at < all.length; at++) {
    await expect.poll(() => served).toBe(at)
    ends.at(-1)?.()
  }
  const results = await Promise.all(all)
  expect(results.filter(result => result === 5_000_000)).toHaveLength(9)
  // One that fails, or is too large, lets the next one go on.
  await expect(withBytes(compressed(body), limit, () => Promise.reject(new Error('full')))).rejects.toThrow(
    'full',
  )
  expect(
    await withBytes(compressed(gzipSync('x'.repeat(limit + 1))), limit, async bytes => bytes),
  ).toBeUndefined()
})
