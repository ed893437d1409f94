import { spawnSync } from 'node:child_process'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { utf8 } from '@/testing/files/encode'
import { failureOf, readTable } from '@/testing/files/reading'
import { partsOf, row, xlsxOf } from '@/testing/files/xlsx-parts'
import { limits, MEGABYTE } from './book/limits'
import { readFile } from './read'
import type { JsonFormat } from './text/json-reader'

test('a file of 500 MB is refused by its size before it is read', async () => {
  expect(await failureOf(new Uint8Array(limits.fileMegabytes * MEGABYTE + 1))).toEqual({
    code: 'too_large',
    most: limits.fileMegabytes,
  })
})

test('an archive that unpacks to a thousand times its size is refused while it is unpacked', async () => {
  const rows = `<row r="1">${' '.repeat(64 * MEGABYTE)}</row>`
  expect(await failureOf(xlsxOf({ rows }))).toMatchObject({ code: 'expands_too_far' })
})

test('an archive whose directory claims impossible sizes is refused unread', async () => {
  const file = xlsxOf({ rows: '' })
  const view = new DataView(file.buffer)
  for (let at = 0; at + 46 < file.length; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 0x7fffffff, true)
  expect(await failureOf(file)).toEqual({ code: 'expands_too_far', most: limits.unpackedMegabytes })
})

/** A file whose directory has a wrong size for its largest part. */
function withSize(file: Uint8Array, size: number): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset)
  let largest = 0
  for (let at = 0; at + 46 < file.length; at++)
    if (view.getUint32(at, true) === 0x02014b50)
      if (largest === 0 || view.getUint32(at + 24, true) > view.getUint32(largest + 24, true)) largest = at
  view.setUint32(largest + 24, size, true)
  return file
}

const reader = `
  import { readFile } from './lib/files/read'
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const read = await readFile('file.xlsx', new Uint8Array(Buffer.concat(chunks)))
  console.log(JSON.stringify({ failure: read.failure, peak: process.resourceUsage().maxRSS / 1024 }))
`

/**
 * Reads a file in a separate process, through an intermediate one, because Linux attributes the memory of the parent to
 * a new process. @returns the failure, and the peak memory of the process in MB
 */
function readAlone(file: Uint8Array): { failure: unknown; peak: number } {
  const starter = `require('node:child_process').spawnSync(process.execPath, process.argv.slice(1), { stdio: 'inherit' })`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', reader]
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', starter, '--', ...args], {
    input: file,
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

test('a workbook with false sizes is refused before it uses 300 MB of memory', () => {
  const text = (at: number) =>
    `<c t="inlineStr"><is><t>${String(at).repeat(60)}</t></is></c>${' '.repeat(600)}`
  const rows = Array.from({ length: 200_000 }, (_, at) => row(at + 1, text(at))).join('')
  const large = readAlone(withSize(xlsxOf({ rows }), 1_000_000))
  expect(large.failure).toEqual({ code: 'broken' })
  expect(large.peak).toBeLessThan(300)
  const small = readAlone(withSize(xlsxOf({ rows: '' }), limits.archivePartMegabytes * MEGABYTE - 1))
  expect(small.failure).toMatchObject({ code: 'expands_too_far' })
  expect(small.peak).toBeLessThan(300)
})

test('a sheet that is one long text without a tag is refused', async () => {
  const parts = partsOf({ rows: '' })
  const letters = Uint8Array.from({ length: 24 * MEGABYTE }, (_, i) => 97 + ((i * i * 31) % 26))
  const file = zipSync({ ...parts, 'xl/worksheets/sheet1.xml': letters }, { level: 0 })
  expect(await failureOf(file)).toEqual({ code: 'cell_too_long', most: limits.cellLength })
})

test('blanks that an ODS repeats without end are refused', async () => {
  const blanks = '<text:s text:c="900000"/>'.repeat(1000)
  const content = `<office:document-content><table:table table:name="a"><table:table-row><table:table-cell office:value-type="string"><text:p>a${blanks}</text:p></table:table-cell></table:table-row></table:table></office:document-content>`
  const file = zipSync({
    mimetype: utf8('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': utf8(content),
  })
  expect(await failureOf(file)).toEqual({ code: 'cell_too_long', most: limits.cellLength })
})

test('archives in archives are not opened', async () => {
  const inner = zipSync({ 'a.csv': utf8('주문번호\nA-1\n') })
  expect(await failureOf(zipSync({ 'b.zip': inner }))).toEqual({
    code: 'packed',
    found: 'nested',
    within: 'b.zip',
  })
})

test('A1 and XFD1048576 are two rows', async () => {
  const table = await readTable(
    xlsxOf({ rows: row(1, '<c r="A1"><v>1</v></c>') + row(1_048_576, '<c r="XFD1048576"><v>2</v></c>') }),
  )
  expect([table.numbers, table.rows.map(cells => cells.length)]).toEqual([
    [1, 1_048_576],
    [1, 16_384],
  ])
})

test('text in column XFD of a million rows is refused before it fills the memory', async () => {
  const rows = Array.from({ length: 2000 }, (_, i) => row(i + 1, `<c r="XFD${i + 1}"><v>1</v></c>`)).join('')
  expect(await failureOf(xlsxOf({ rows }))).toEqual({ code: 'too_many_cells', most: limits.cells })
})

test('columns beyond the last of Excel are refused', async () => {
  const failure = { code: 'too_many_columns', most: limits.columns }
  expect(await failureOf(utf8(`${','.repeat(1_000_000)}x\n`))).toEqual(failure)
  expect(await failureOf(xlsxOf({ rows: row(1, '<c r="ZZZ1"><v>1</v></c>') }))).toEqual(failure)
})

test('expanding entities and documents with a DOCTYPE are refused', async () => {
  const parts = partsOf({ rows: row(1, '<c t="inlineStr"><is><t>&a;</t></is></c>') })
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
  for (const name of ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/workbook.xml']) {
    const hostile = { ...parts, [name]: strToU8(bomb + new TextDecoder().decode(parts[name])) }
    expect(await failureOf(zipSync(hostile))).toEqual({ code: 'broken' })
  }
})

test('a cell that is too long is refused, quoted or not, in any kind of file', async () => {
  const long = 'x'.repeat(50 * MEGABYTE)
  const failure = { code: 'cell_too_long', most: limits.cellLength }
  expect(await failureOf(utf8(`a,b\n1,${long}\n`))).toEqual(failure)
  expect(await failureOf(utf8(`a,b\n1,"${long}","\n`))).toEqual(failure)
  const cell = `<c t="inlineStr"><is><t>${'가나다라'.repeat(400_000)}</t></is></c>`
  expect(await failureOf(xlsxOf({ rows: row(1, cell) }))).toEqual(failure)
})

test('a hundred thousand unclosed quotes are read in bounded time', async () => {
  const before = process.cpuUsage()
  const table = await readTable(utf8(`a,b,c,d\n${'"x,1,2,3\n'.repeat(100_000)}`))
  expect(table.rows.length).toBe(100_001)
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5)
})

test('many lines with a quote and no delimiter are read in bounded time', async () => {
  const before = process.cpuUsage()
  const table = await readTable(utf8('27" 모니터\n'.repeat(300_000)))
  expect(table.rows.length).toBe(300_000)
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5)
})

test('an XLSX that was cut short or damaged is refused as damaged', async () => {
  const file = xlsxOf({ rows: row(1, '<c><v>1</v></c>') })
  expect(await failureOf(file.subarray(0, file.length - 40))).toEqual({ code: 'broken' })
  const view = new DataView(file.buffer)
  for (let at = 0; at + 46 < file.length; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 16, 1, true)
  expect(await failureOf(file)).toEqual({ code: 'broken' })
})

test('no changed byte of an XLSX makes the reading throw', async () => {
  const file = xlsxOf({
    strings: '<si><t>가</t></si>',
    rows: row(1, '<c t="s"><v>0</v></c>', '<c s="0"><v>1.5</v></c>'),
    formats: ['0'],
  })
  for (let at = 0; at < file.length; at += 7) {
    const hostile = file.slice()
    hostile[at] = (hostile[at] ?? 0) ^ 0x55
    // Any result is allowed as long as the reading does not throw.
    expect(await readFile('spoilt', hostile)).toHaveProperty('ok')
  }
})

test('a file without tables is refused, with the name of its format if it is known', async () => {
  expect(await failureOf(strToU8('%PDF-1.7\n…', true))).toEqual({ code: 'unsupported', found: 'PDF' })
  expect(await failureOf(strToU8('\x89PNG\r\n', true))).toEqual({ code: 'unsupported', found: 'PNG' })
  expect(
    await failureOf(
      zipSync({
        'word/document.xml': utf8('<w/>'),
        '_rels/.rels': utf8(
          '<Relationships><Relationship Id="1" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
        ),
      }),
    ),
  ).toEqual({ code: 'not_a_table' })
  expect(await failureOf(Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919) % 251))).toEqual({
    code: 'not_a_table',
  })
  expect(await failureOf(utf8('<html><p>로그인이 필요합니다</p></html>'))).toEqual({ code: 'not_a_table' })
})

test('files that are designed to take hours are read in bounded time: long numbers, open tags, huge merged cells', async () => {
  const before = process.cpuUsage()
  const cell = (inside: string) => row(1, `<c>${inside}</c>`)
  const digits = await readTable(xlsxOf({ rows: cell(`<v>${'1'.repeat(900_000)}x</v>`) }))
  expect(digits.rows[0]?.[0]?.length).toBe(900_001)
  const open = `<c t="inlineStr"><is>${'<rPh x'.repeat(200_000)}</is></c>`
  expect(await failureOf(xlsxOf({ rows: row(1, open) }))).toEqual({ code: 'broken' })
  const rows = Array.from({ length: 3000 }, (_, i) => row(i + 1, `<c><v>${i}</v></c>`)).join('')
  const behind = `<mergeCells>${'<mergeCell ref="A1:Z3000"/>'.repeat(100_000)}</mergeCells>`
  expect(await failureOf(xlsxOf({ rows, behind }))).toEqual({
    code: 'too_many_cells',
    most: limits.mergedCells,
  })
  const deep = `[{"a":${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}}]`
  expect(await failureOf(utf8(deep))).toEqual({ code: 'broken' })
  expect(await failureOf(utf8('['.repeat(5_000_000)))).toEqual({ code: 'broken' })
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10)
})

test('characters that were lost before are refused with their row', async () => {
  const failure = { code: 'lost_letters', at: 3 }
  expect(await failureOf(utf8('주문번호,주소\n\nA-1,서울 \ufffd구\n'))).toEqual(failure)
  expect(await failureOf(xlsxOf({ rows: row(3, '<c t="inlineStr"><is><t>\ufffd</t></is></c>') }))).toEqual(
    failure,
  )
  expect(
    await failureOf(xlsxOf({ strings: '<si><t>\ufffd</t></si>', rows: row(3, '<c t="s"><v>0</v></c>') })),
  ).toEqual(failure)
})

test('a sheet with invalid bytes is damaged', async () => {
  const parts = partsOf({ rows: row(1, '<c t="inlineStr"><is><t>가나다</t></is></c>') })
  const sheet =
    parts['xl/worksheets/sheet1.xml']?.map(byte => (byte === 0xea ? 0xff : byte)) ?? new Uint8Array()
  expect(await failureOf(zipSync({ ...parts, 'xl/worksheets/sheet1.xml': sheet }))).toEqual({
    code: 'broken',
  })
})

test('a file without bytes, or with only blank lines, is empty', async () => {
  const jsonFormat: JsonFormat = {
    envelopes: ['data'],
    layoutOf: () => ({ lines: [], headingOf: () => undefined }),
  }
  for (const text of ['', '\n\n\n', ' , ,\n\t\n', '[]', '{"data":[]}'])
    expect(await failureOf(utf8(text), { jsonFormat })).toEqual({ code: 'empty' })
  expect(await failureOf(xlsxOf({ rows: '' }))).toEqual({ code: 'empty' })
})
