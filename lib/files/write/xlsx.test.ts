import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readFile } from '@/lib/files/read'
import { deflateInThreads } from './node-deflate'
import type { TextRow, TextSheet } from './sheet-xml'
import { streamXlsx, writeXlsx } from './xlsx'

/** A download as the server writes it. */
const download = (rows: TextSheet['rows'], name = 'Ids') =>
  streamXlsx([{ name, rows }], { deflate: deflateInThreads, maxSharedStrings: 0, isCleaned: true })

async function written(rows: readonly TextRow[]): Promise<Buffer> {
  const given = (async function* () {
    yield* rows
  })()
  const chunks: Uint8Array[] = []
  for await (const chunk of download(given)) chunks.push(chunk)
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
  [...xml.matchAll(/<c r="([A-Z]+\d+)"[^>]*t="inlineStr"><is><t(?: xml:space="preserve")?>([^<]*)</g)].map(
    ([, at, text]) => [at, text],
  )

test('texts stay texts: long ids with all digits, leading zeros, and formulas', async () => {
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

test('what XML or Excel refuse is removed: control characters, half surrogate pairs, the end of long texts', async () => {
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

test('a download of tens of thousands of rows lets the event loop turn after some hundreds of them', async () => {
  let sinceTurn = 0
  let most = 0
  const rows = (async function* () {
    for (let i = 0; i < 30_000; i++) {
      most = Math.max(most, ++sinceTurn)
      yield Array.from({ length: 20 }, (_, j) => `山田 ${i}-${j}`)
    }
  })()
  let isOver = false
  const turn = () => {
    sinceTurn = 0
    if (!isOver) setImmediate(turn)
  }
  turn()
  let size = 0
  for await (const chunk of download(rows)) size += chunk.length
  isOver = true
  expect(size).toBeGreaterThan(1_000_000)
  expect(most).toBeLessThan(1000)
})

test.runIf(hasUnzip())('unzip finds no error in the archive', async () => {
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

test('a download that is cancelled at any moment ends the reading of its rows, without an error', async () => {
  for (let taken = 0; taken < 30; taken += 3) {
    let isReleased = false
    async function* rows() {
      try {
        for (let at = 0; ; at++) yield [String(at), randomBytes(2000).toString('hex')]
      } finally {
        isReleased = true
      }
    }
    const workbook = download(rows(), 'Left')
    for (let chunk = 0; chunk < taken; chunk++) await workbook.next()
    // With or without a pending next chunk.
    const late = taken % 2 === 0 ? workbook.next() : undefined
    await workbook.return(undefined)
    await late
    // Rows are asked for once the files before the sheet are written.
    if (taken > 15) await expect.poll(() => isReleased).toBe(true)
  }
})

test('a download whose rows cannot be read fails with their error', async () => {
  async function* rows() {
    yield ['one']
    throw new Error('the database is gone')
  }
  const read = async () => {
    for await (const _ of download(rows(), 'Fails'));
  }
  await expect(read()).rejects.toThrow('the database is gone')
})

const texts = [
  '=HYPERLINK("https://evil.example","x")',
  '+81 3-1234-5678',
  '-5.5',
  '@SUM(A1)',
  '{=1+1}',
  "'0600001",
  '0600001',
  '1.23E+11',
  '20241231235959123456',
  '3-2',
  ' blanks outside ',
  'two\nlines',
  'tab\there',
  'a\u0001b',
  'SKU_x0041_1',
  'half \ud83d',
  '\ude00 half',
  '😀 whole',
  'none \ufffe\uffff',
  '_x005F_',
  '<b>&amp;</b>',
  '髙﨑Ⅲ㎝①～',
]

test('every text is a text in the file, and is read back unchanged', async () => {
  const rows = [['heading'], ...texts.map(text => [text])]
  const bytes = await writeXlsx([{ name: 'Lines', columns: [{ width: 10 }], rows }])
  const read = await readFile('lines.xlsx', bytes)
  expect(read.ok && read.book.tables[0]?.rows).toEqual(rows)
})

test('typed texts stay texts, headers have notes, and cells offer choices from a hidden sheet', async () => {
  const bytes = await writeXlsx([
    {
      name: 'Orders',
      columns: [{ width: 10 }, { width: 14, isHidden: true }],
      rows: [['Name', 'Country']],
      notes: new Map([[0, 'One line\nand <another>']]),
      choices: new Map([[1, ['KR', 'JP & KR']]]),
    },
    { name: 'Kept', isHidden: true, rows: [] },
  ])
  const files = unzip(Buffer.from(bytes))
  const sheet = files.get('xl/worksheets/sheet1.xml')
  expect(sheet).toContain('<col min="1" max="1" width="10" style="1" customWidth="1"/>')
  expect(sheet).toContain('<col min="2" max="2" width="14" style="1" customWidth="1" hidden="1"/>')
  expect(sheet).toContain('sqref="B2:B10000"><formula1>Lists!$A$1:$A$2</formula1>')
  expect(files.get('xl/comments1.xml')).toContain(
    '<comment ref="A1" authorId="0"><text><r><t xml:space="preserve">One line\nand &lt;another&gt;</t>',
  )
  const read = await readFile('orders.xlsx', bytes)
  expect(read.ok && read.book.tables.map(({ name, isHidden, rows }) => ({ name, isHidden, rows }))).toEqual([
    { name: 'Orders', isHidden: false, rows: [['Name', 'Country']] },
    { name: 'Kept', isHidden: true, rows: [] },
    { name: 'Lists', isHidden: true, rows: [['KR'], ['JP & KR']] },
  ])
})
