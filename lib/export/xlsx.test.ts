import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { columnName, type Row, xlsx } from './xlsx'

async function written(rows: readonly Row[]): Promise<Buffer> {
  const given = (async function* () {
    yield* rows
  })()
  const chunks: Uint8Array[] = []
  for await (const chunk of xlsx('Ids', given)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Files of an archive, by its central directory. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let at = archive.readUInt32LE(end + 16)
  return new Map(
    Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
      const [packed, length] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)]
      const name = archive.toString('utf8', at + 46, at + 46 + length)
      const start = archive.readUInt32LE(at + 42) + 30 + length
      at += 46 + length
      return [name, inflateRawSync(archive.subarray(start, start + packed)).toString()]
    }),
  )
}

const textsIn = (xml: string) =>
  [...xml.matchAll(/<c r="([A-Z]+\d+)"[^>]*t="inlineStr"><is><t xml:space="preserve">([^<]*)</g)].map(
    ([, at, text]) => [at, text],
  )

test('texts stay texts: long ids digit by digit, zeros at the front, and formulas as what they say', async () => {
  const files = unzip(
    await written([
      ['Order id', 'Postal code'],
      ['9007199254740993', '060-0001', '', '=HYPERLINK("x")'],
      ['0600001', ' 山田 <太郎> & '],
    ]),
  )
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  expect(textsIn(sheet)).toEqual([
    ['A1', 'Order id'],
    ['B1', 'Postal code'],
    ['A2', '9007199254740993'],
    ['B2', '060-0001'],
    ['D2', '=HYPERLINK("x")'],
    ['A3', '0600001'],
    ['B3', ' 山田 &lt;太郎&gt; &amp; '],
  ])
  expect(sheet).not.toContain('<f>')
  expect([...files.keys()]).toContain('[Content_Types].xml')
})

test('what XML or Excel refuse is taken out: control characters, half pairs, texts that are too long', async () => {
  const sheet = unzip(
    await written([['a\0b\x07c\ufffe\ud83d', `${'x'.repeat(32_766)}😀`, 'a\r\nb', '_x0041_']]),
  ).get('xl/worksheets/sheet1.xml')
  expect(textsIn(sheet ?? '').map(([, text]) => text)).toEqual([
    'abc',
    'x'.repeat(32_766),
    'a\nb',
    '_x005F_x0041_',
  ])
})

test('columns are named as Excel names them', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})

test('tens of thousands of rows do not keep anybody waiting', { timeout: 60_000 }, async () => {
  const rows = (async function* () {
    for (let i = 0; i < 30_000; i++) yield Array.from({ length: 20 }, (_, j) => `山田 ${i}-${j}`)
  })()
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  let size = 0
  for await (const chunk of xlsx('Ids', rows)) size += chunk.length
  clearInterval(timer)
  expect(size).toBeGreaterThan(1_000_000)
  expect(longest).toBeLessThan(250)
})

// Whoever has a reader of archives checks that this is one.
test.runIf(hasUnzip())('another program finds the archive whole', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'lading-xlsx-')), 'a.xlsx')
  writeFileSync(path, await written([['a']]))
  expect(execFileSync('unzip', ['-t', path]).toString()).toContain('No errors detected')
})

function hasUnzip(): boolean {
  try {
    execFileSync('unzip', ['-v'])
    return true
  } catch {
    return false
  }
}

test('a download that is left at any moment ends the reading of its rows, and nothing else', async () => {
  for (let taken = 0; taken < 30; taken += 3) {
    let isReleased = false
    async function* rows() {
      try {
        for (let at = 0; ; at++) yield [String(at), randomBytes(2000).toString('hex')]
      } finally {
        isReleased = true
      }
    }
    const workbook = xlsx('Left', rows())
    for (let chunk = 0; chunk < taken; chunk++) await workbook.next()
    // Whether a next chunk is being made meanwhile, or not.
    const late = taken % 2 === 0 ? workbook.next() : undefined
    await workbook.return(undefined)
    await late
    // Rows are asked for once the files before the sheet are written.
    if (taken > 15) await vi.waitFor(() => expect(isReleased).toBe(true))
  }
})

test('a download whose rows cannot be read fails with their error', async () => {
  async function* rows() {
    yield ['one']
    throw new Error('the database is gone')
  }
  const read = async () => {
    for await (const _ of xlsx('Fails', rows()));
  }
  await expect(read()).rejects.toThrow('the database is gone')
})
