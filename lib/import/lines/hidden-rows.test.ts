import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { ReadBudget, TableBuilder } from '@/lib/files/book/table-builder'
import { XlsSheet } from '@/lib/files/excel/xls/xls-sheet'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { findDamage } from '@/lib/import/repair/damaged-cells'
import { sheets } from '@/lib/sheet/schema/sheets'
import { failureOf, readBook, readTable } from '@/testing/files/reading'
import { row, textRow, xlsxOf } from '@/testing/files/xlsx-parts'
import { plainHeadings as headings, plainOrder as order } from '@/testing/import/plain-orders'
import { importTable } from './import-table'

test('rows of an XLSX that a filter hides are imported and reported', async () => {
  const book = await readBook(
    xlsxOf({
      rows:
        textRow(1, headings) +
        textRow(2, order('A1')) +
        textRow(3, order('A2'), 'hidden="1"') +
        textRow(4, order('A3'), "spans='1:10' hidden='true'") +
        textRow(5, order('A4'), 'hidden="0"'),
      behind: '<autoFilter ref="A1:J5"/>',
    }),
  )
  const mapping = detectMapping(book, { sheet: 'orders/japan' })
  const { lines, hiddenRows } = importTable(book, mapping, 'f')
  expect([lines.length, hiddenRows]).toEqual([4, ['0:3', '0:4']])
})

test.each([
  ['a filter', 'table:visibility="filter"'],
  ['hand', 'table:visibility="collapse"'],
])('a row of an ODS that is hidden by %s is reported', async (_, look) => {
  const cell = (text: string) =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
  const xml = `<office:document-content><office:body><office:spreadsheet><table:table table:name="A">
    <table:table-row>${cell('a')}</table:table-row>
    <table:table-row ${look}>${cell('b')}</table:table-row>
    <table:table-row>${cell('c')}<table:table-cell table:formula="of:=[.A1]"/></table:table-row>
    </table:table></office:spreadsheet></office:body></office:document-content>`
  const table = await readTable(
    zipSync({
      mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
      'content.xml': strToU8(xml),
    }),
  )
  expect(table.hiddenRows).toEqual(new Set([2]))
  expect(table.unsolved).toEqual({ count: 1, first: [{ row: 3, column: 1 }] })
})

test('hidden rows and formulas without results of an Excel 2003 XML workbook are reported', async () => {
  const cell = (text: string) => `<Cell><Data ss:Type="String">${text}</Data></Cell>`
  const table = await readTable(
    strToU8(`<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
      <Worksheet ss:Name="A"><Table><Row>${cell('a')}</Row><Row ss:Hidden="1">${cell('b')}</Row>
      <Row>${cell('c')}<Cell ss:Formula="=RC[-1]"/><Cell ss:Formula="=RC[-2]"><Data ss:Type="String">c</Data></Cell></Row></Table></Worksheet></Workbook>`),
  )
  expect(table.rows).toEqual([['a'], ['b'], ['c', '', 'c']])
  expect(table.hiddenRows).toEqual(new Set([2]))
  expect(table.unsolved).toEqual({ count: 1, first: [{ row: 3, column: 1 }] })
})

test('an HTML page saved as .xls imports its hidden rows and reports them; a row of column widths is not one', async () => {
  const table = await readTable(
    strToU8(
      `<html><table><tr><td>a</td></tr><tr height=0 style='display:none'><td>b</td></tr>
       <tr style="display:none"><td>c</td></tr><tr height=0 style='display:none'><td width=64></td></tr><tr><td>d</td></tr></table></html>`,
    ),
  )
  expect(table.rows).toEqual([['a'], ['b'], ['c'], ['d']])
  expect(table.numbers).toEqual([1, 2, 3, 4])
  expect(table.hiddenRows).toEqual(new Set([2, 3]))
})

test('a hidden row of an XLS is reported', () => {
  const builder = new TableBuilder(new ReadBudget())
  const sheet = new XlsSheet(builder, { strings: ['a', 'b'], formats: [], system: 1900, text: () => '' })
  const look = (at: number, flags: number) =>
    new Uint8Array([at, 0, 0, 0, 1, 0, 255, 0, 0, 0, 0, 0, flags, 1, 0, 0])
  const cell = (at: number, text: number) => new Uint8Array([at, 0, 0, 0, 0, 0, text, 0, 0, 0])
  sheet.take({ id: 0x208, at: 0, blocks: [look(0, 0x40)] })
  sheet.take({ id: 0x208, at: 0, blocks: [look(1, 0x60)] })
  sheet.take({ id: 0xfd, at: 0, blocks: [cell(0, 0)] })
  sheet.take({ id: 0xfd, at: 0, blocks: [cell(1, 1)] })
  sheet.end()
  expect(builder.build('')).toMatchObject({ rows: [['a'], ['b']], hiddenRows: new Set([2]) })
})

test('a formula without a result in the file is reported with its cell; one with an empty result is not', async () => {
  const table = await readTable(
    xlsxOf({
      rows: row(
        1,
        '<c r="A1" t="inlineStr"><is><t>a</t></is></c>',
        '<c r="B1"><f>A1</f></c>',
        '<c r="C1"><f>A1</f><v></v></c>',
        '<c r="D1" t="str"><f>A1</f><v></v></c>',
        '<c r="E1" t="str"><f>A1</f><v/></c>',
        '<c r="F1" t="str"><f>A1</f></c>',
        '<c r="G1"><f>1+1</f><v>2</v></c>',
      ),
    }),
  )
  expect(table.rows).toEqual([['a', '', '', '', '', '', '2']])
  const places = [1, 2, 5].map(column => ({ row: 1, column }))
  expect(table.unsolved).toEqual({ count: 3, first: places })
})

test('a file with only unsolved formulas is reported as such and not as empty', async () => {
  const rows = row(1, '<c r="A1"><f>Sheet2!A1</f></c>')
  expect(await failureOf(xlsxOf({ rows }))).toEqual({ code: 'unsolved' })
})

test('NUL characters of a text file are counted, the first one is located, and no text is lost', async () => {
  const table = await readTable(
    strToU8(
      `${headings.join(',')}\r\n${order('A\u00001').join(',')}\r\n${order('A2').join(',')}\u0000\u0000\r\n`,
    ),
  )
  expect(table.rows[1]?.[0]).toBe('A\u00001')
  expect(table.rows[2]?.[9]).toBe('1200\u0000\u0000')
  const [column] = sheets['orders/japan'].columns.filter(({ id }) => id === 'orderInfo.mallOrderNumber')
  if (!column) throw new Error('there is no number')
  const mended = findDamage({ id: 'L1', texts: { [column.id]: 'A\u00001' } }, [column], 'JP')
  expect(mended.map(({ kind, after }) => [kind, after])).toEqual([['invisible', 'A1']])
  expect(table.nuls).toEqual({
    count: 3,
    first: [
      { row: 2, column: 0 },
      { row: 3, column: 9 },
    ],
  })
})
