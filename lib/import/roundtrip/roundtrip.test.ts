import { describe, expect, test } from 'vitest'
import { type Book, type FileCellAddress, noteKey } from '@/lib/files/book/book'
import { readFile } from '@/lib/files/read'
import { writeXlsx } from '@/lib/files/write/xlsx'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { headingOf } from '@/lib/import/match/dictionary/dictionary'
import { type HeadingLanguage, headingLanguages } from '@/lib/import/match/dictionary/languages'
import { recipes } from '@/lib/import/recipe/recipes/all'
import type { Texts } from '@/lib/sheet/schema/line'
import { planReimport } from '@/testing/import/plan-reimport'
import { compactReimport } from './compact'
import type { OutgoingLine } from './layout'
import type { ReimportDraft } from './plan'
import { type ReimportedFile, readByLineKeys, readRoundTrip } from './read'
import { writeRoundTrip } from './write'

const NUMBER = 'orderInfo.mallOrderNumber'
const ZIP = 'recipient.zipCode'
const ITEM = 'items[].name'
/** In this shop's files one column contains both postal codes. */
const IMPORTER = 'recipient.importerJapaneseZipCode'
const WAREHOUSE = 'warehouseId'
const FLAG = 'orderInfo.isExportDeclaration'
const qoo10 = recipes.find(({ id }) => id === 'qoo10-orders')

const headings = [
  '注文番号',
  'カート番号',
  '商品名',
  '数量',
  '受取人名',
  '郵便番号',
  '国家',
  '通貨',
  '配送状態',
]
const rows: Record<string, string[]> = {
  L1: ['701', 'C1', '=HYPERLINK("x")', '1', '髙﨑', "'1500041", '日本', 'JPY', '発送待ち'],
  L2: ['702', 'C1', '財布', '2', '髙﨑', "'1500041", '日本', 'JPY', '発送待ち'],
  L3: ['703', 'C2', '鞄', '1', '山田', '600001', '日本', 'JPY', '発送待ち'],
}

/** The draft's lines of the three rows above, as imported, and with later edits. */
const imported: Record<string, Texts> = {
  L1: {
    [NUMBER]: 'C1',
    [ITEM]: '=HYPERLINK("x")',
    'items[].quantity': '1',
    'items[].currency': 'JPY',
    'recipient.name': '髙﨑',
    [ZIP]: '1500041',
    [IMPORTER]: '1500041',
  },
  L2: { [NUMBER]: 'C1', [ITEM]: '財布', 'items[].quantity': '2', 'items[].currency': 'JPY' },
  L3: {
    [NUMBER]: 'C2',
    [ITEM]: '鞄',
    'items[].quantity': '1',
    'items[].currency': 'JPY',
    'recipient.name': '山田',
    [ZIP]: '600001',
    [IMPORTER]: '600001',
  },
}

const draftOf = (texts: Record<string, Texts>, locked: readonly string[] = []): ReimportDraft => ({
  texts: line => texts[line],
  orderOf: line => (line === 'L3' ? ['L3'] : ['L1', 'L2'].filter(id => texts[id])),
  isLocked: line => locked.includes(line),
  lines: () => Object.keys(texts),
})

const outLine = (key: string, texts: Record<string, Texts> = imported): OutgoingLine => ({
  key,
  firstLine: key === 'L3' ? 'L3' : 'L1',
  texts: texts[key] ?? {},
  messages: key === 'L3' ? ['Postal code: look again.'] : [],
  failing: key === 'L3' ? [ZIP, WAREHOUSE] : [],
  origin: { row: Number(key.slice(1)) + 1, cells: rows[key] ?? [] },
})

async function write(
  lines: readonly OutgoingLine[],
  isShop = true,
  language: HeadingLanguage = 'ja',
): Promise<string[][]> {
  if (!qoo10) throw new Error('there is no such recipe')
  const bytes = await writeRoundTrip({
    draftId: 'D1',
    draftName: 'March',
    sheet: 'orders/japan',
    language,
    name: 'Failing',
    lines,
    ...(isShop ? { from: { headings, recipe: qoo10 } } : {}),
  })
  const read = await readFile('failing.xlsx', bytes ?? new Uint8Array())
  if (!read.ok) throw new Error(read.failure.code)
  book = read.book.tables.map(table => ({ ...table, rows: table.rows.slice().map(row => [...row]) }))
  return book[0]?.rows ?? []
}

let book: { name: string; isHidden: boolean; rows: string[][] }[] = []

/** The file after its rows were edited and saved in another program. */
async function comeBack(
  edit: (rows: string[][]) => string[][],
  formulas: readonly FileCellAddress[] = [],
): Promise<ReimportedFile> {
  const tables = book.map((table, i) => (i === 0 ? { ...table, rows: edit(table.rows) } : table))
  const bytes = await writeXlsx(tables.map(table => ({ ...table, columns: [] })))
  const read = await readFile('edited.xlsx', bytes)
  const returned = read.ok ? readRoundTrip(withFormulas(read.book, formulas)) : undefined
  if (!returned) throw new Error('the file is not known again')
  return returned
}

/** The file after a program without a calculation engine replaced some cells with formulas. */
function withFormulas(read: Book, formulas: readonly FileCellAddress[]): Book {
  const [shown, ...others] = read.tables
  if (!shown || formulas.length === 0) return read
  const rows = shown.rows.slice().map(row => [...row])
  const note = { kind: 'formula', formula: '', isUnsolved: true } as const
  const notes = new Map(formulas.map(({ row, column }) => [noteKey(row - 1, column), note]))
  for (const { row, column } of formulas) rows[row - 1]?.splice(column, 1, '')
  const unsolved = { count: formulas.length, first: formulas }
  return { ...read, tables: [{ ...shown, rows, notes, unsolved }, ...others] }
}

const all = ['L1', 'L2', 'L3'].map(key => outLine(key))

describe('failing lines are exported in the shop’s own columns', () => {
  test('with messages, rows, keys, an added column for each field without a cell, and every text unchanged', async () => {
    const [header, first, , third] = await write(all)
    expect(header).toEqual(['_error', '_row', ...headings, '倉庫', '_rowKey'])
    expect(first?.slice(2, 11)).toEqual(rows.L1)
    expect([third?.[0], third?.[1], third?.at(-1)]).toEqual(['Postal code: look again.', '4', 'L3'])
  })

  test('with the ids of registered orders; what is written there is neither imported nor reported', async () => {
    const [line, ...others] = all
    const registered = line ? [{ ...line, orderId: '9001' }, ...others] : []
    const shown = await write(registered)
    expect(shown.map(row => row[2])).toEqual(['_orderId', '9001', '', ''])
    expect(shown[0]).toEqual(['_error', '_row', '_orderId', ...headings, '倉庫', '_rowKey'])
    const edit = (written: string[][]) => written.map((row, at) => (at === 0 ? row : row.with(2, '7')))
    const whole = await comeBack(edit)
    expect([whole.others, planReimport(whole, draftOf(imported)).changed]).toEqual([[], []])

    const cells = edit(shown).map(row => row.map(text => `"${text.replaceAll('"', '""')}"`).join(','))
    const read = await readFile('failing.csv', new TextEncoder().encode(cells.join('\n')))
    if (!read.ok) throw new Error(read.failure.code)
    const mapping = detectMapping(read.book, { sheet: 'orders/japan' })
    const returned = readByLineKeys(read.book, importTable(read.book, mapping))
    expect(returned?.uncompared).toEqual(['注文番号', '配送状態'])
    expect(JSON.stringify(returned?.lines)).not.toContain('"7"')
  })

  test('edits in the draft are written to their cells, in every row of the order that had a text', async () => {
    const edited = { ...imported, L1: { ...imported.L1, [ZIP]: '150-0042' } }
    const [, first, second, third] = await write(['L1', 'L2', 'L3'].map(key => outLine(key, edited)))
    expect([first?.[7], second?.[7], third?.[7]]).toEqual(['150-0042', '150-0042', '600001'])
  })
})

describe('a reimported file', () => {
  test('without edits changes nothing', async () => {
    await write(all)
    const plan = planReimport(await comeBack(same => same), draftOf(imported))
    expect(plan).toEqual({
      changed: [],
      conflicting: [],
      added: [],
      duplicates: [],
      missing: [],
      gone: [],
      locked: [],
    })
  })

  test('applies its edits, even after rows and columns were moved, and keeps the draft’s edits', async () => {
    await write(all)
    const returned = await comeBack(([header = [], ...lines]) => {
      const [a, b, c] = lines
      if (!a || !b || !c) return []
      c[7] = '060-0001'
      c[11] = '2'
      b[4] = '財布 黒'
      // Sorted in reverse, with a column moved to the front.
      return [header, c, b, a].map(row => [row[7] ?? '', ...row.slice(0, 7), ...row.slice(8)])
    })
    const here = { ...imported, L1: { ...imported.L1, 'items[].quantity': '9' } }
    expect(planReimport(returned, draftOf(here))).toEqual({
      changed: [
        { line: 'L2', column: ITEM, here: '財布', there: '財布 黒' },
        { line: 'L3', column: WAREHOUSE, here: '', there: '2' },
        { line: 'L3', column: ZIP, here: '600001', there: '060-0001' },
        { line: 'L3', column: IMPORTER, here: '600001', there: '060-0001' },
      ],
      conflicting: [],
      added: [],
      duplicates: [],
      missing: [],
      gone: [],
      locked: [],
    })
  })

  test('a text that several rows repeat is corrected in one of them', async () => {
    await write(all)
    const returned = await comeBack(lines => {
      if (lines[2]) lines[2][7] = '150-0099'
      return lines
    })
    expect(planReimport(returned, draftOf(imported)).changed).toEqual([
      { line: 'L1', column: ZIP, here: '1500041', there: '150-0099' },
      { line: 'L1', column: IMPORTER, here: '1500041', there: '150-0099' },
    ])
  })

  test('a cell that was edited in both places is a conflict, with its exported text', async () => {
    await write(all)
    const returned = await comeBack(lines => {
      if (lines[3]) lines[3][7] = '060-0001'
      return lines
    })
    const here = { ...imported, L3: { ...imported.L3, [ZIP]: '060-0002' } }
    const { changed, conflicting } = planReimport(returned, draftOf(here))
    expect(changed).toEqual([{ line: 'L3', column: IMPORTER, here: '600001', there: '060-0001' }])
    expect(conflicting).toEqual([
      { line: 'L3', column: ZIP, here: '060-0002', there: '060-0001', left: '600001' },
    ])
  })

  test('added, removed, deleted and registered rows are distinguished', async () => {
    await write(all)
    const returned = await comeBack(([header = [], first = [], , third = []]) => {
      third[7] = '060-0001'
      first[4] = 'edited'
      const copy = [...third]
      copy[3] = 'C9'
      copy[4] = '新しい鞄'
      return [header, first, third, copy]
    })
    const plan = planReimport(returned, draftOf({ L2: imported.L2 ?? {}, L3: imported.L3 ?? {} }, ['L3']))
    expect(plan.added.map(({ row, texts }) => [row, texts[ITEM]])).toEqual([[4, '新しい鞄']])
    expect([plan.missing, plan.gone, plan.locked]).toEqual([['L2'], ['L1'], ['L3']])
    expect(plan.changed).toEqual([])
  })

  test('without the first row of an order keeps what only that row said', async () => {
    const [header = []] = await write(all, false)
    const quantity = header.indexOf(headingOf({ id: 'items[].quantity' }, 'ja'))
    const returned = await comeBack(([header = [], , second = [], third = []]) => {
      second[quantity] = '3'
      return [header, second, third]
    })
    const plan = planReimport(returned, draftOf(imported))
    expect(plan.missing).toEqual(['L1'])
    expect(plan.changed).toEqual([{ line: 'L2', column: 'items[].quantity', here: '2', there: '3' }])
  })

  test('with a blanked cell of an order blanks it, even without its other rows', async () => {
    const [header = []] = await write(all, false)
    const name = header.indexOf(headingOf({ id: 'recipient.name' }, 'ja'))
    const returned = await comeBack(([header = [], first = [], , third = []]) => {
      first[name] = ''
      return [header, first, third]
    })
    expect(planReimport(returned, draftOf(imported)).changed).toEqual([
      { line: 'L1', column: 'recipient.name', here: '髙﨑', there: '' },
    ])
  })

  test('tells a copy that was inserted above its original, and edited, from the original', async () => {
    await write(all)
    const returned = await comeBack(([header = [], first = [], second = [], third = []]) => {
      const copy = [...second]
      copy[4] = '名刺入れ'
      return [header, first, copy, second, third]
    })
    const plan = planReimport(returned, draftOf(imported))
    expect(plan.changed).toEqual([])
    expect(plan.duplicates).toEqual([])
    expect(plan.added.map(({ row, after, texts }) => [row, after, texts[ITEM]])).toEqual([
      [3, 'L2', '名刺入れ'],
    ])
    expect(planReimport(compactReimport(returned), draftOf(imported))).toEqual(plan)
  })

  test('adds a row to the order that it is below, although the next one has the same number', async () => {
    await write(all)
    const returned = await comeBack(([header = [], first = [], second = [], third = []]) => {
      const added = first.with(4, '名刺入れ').with(-1, '')
      return [header, first, added, second, third]
    })
    // Two files contained the order.
    const twice = { ...imported, L2: { ...imported.L1, [ITEM]: '財布' } }
    const draft = { ...draftOf(twice), orderOf: (line: string) => [line] }
    expect(planReimport(returned, draft).added.map(({ after }) => after)).toEqual(['L1'])
  })

  test.each([true, false])(
    'keeps the texts of an order whose first row has an added row above it (shop’s columns: %s)',
    async isShop => {
      const [header = []] = await write(all, isShop)
      const name = isShop ? 4 : header.indexOf(headingOf({ id: ITEM }, 'ja'))
      for (const key of ['L1', '']) {
        const returned = await comeBack(([header = [], first = [], ...others]) => {
          const copy = first.with(name, '名刺入れ').with(-1, key)
          return [header, copy, first, ...others]
        })
        const plan = planReimport(returned, draftOf(imported))
        expect([plan.changed, plan.conflicting, plan.missing]).toEqual([[], [], []])
        expect(plan.added.map(({ row, texts }) => [row, texts[ITEM]])).toEqual([[2, '名刺入れ']])
      }
    },
  )

  test('with an edited row and its edited copy takes the upper row as the original', async () => {
    await write(all)
    const returned = await comeBack(([header = [], first = [], second = [], third = []]) => {
      const copy = [...second]
      second[4] = '財布 黒'
      copy[4] = '名刺入れ'
      return [header, first, second, copy, third]
    })
    const plan = planReimport(returned, draftOf(imported))
    expect(plan.changed).toEqual([{ line: 'L2', column: ITEM, here: '財布', there: '財布 黒' }])
    expect(plan.added.map(({ row, texts }) => [row, texts[ITEM]])).toEqual([[4, '名刺入れ']])
  })

  test('reports edits in unmapped columns with heading, count and addresses', async () => {
    await write(all)
    const edited = (lines: string[][]) => {
      for (const line of lines.slice(1, 3)) line[10] = '発送済み'
      return lines.map((line, at) => [...line, at === 0 ? 'メモ' : at === 3 ? '確認済み' : ''])
    }
    const { others, uncompared } = await comeBack(edited)
    expect(others).toEqual([
      { heading: '配送状態', count: 2, cells: ['K2', 'K3'] },
      { heading: 'メモ', count: 1, cells: ['N4'] },
    ])
    expect(uncompared).toEqual([])
    // Sorting the rows and moving the column are not edits.
    await write(all)
    const moved = await comeBack(([header = [], ...lines]) =>
      [header, ...lines.toReversed()].map(line => [line[10] ?? '', ...line.slice(0, 10), ...line.slice(11)]),
    )
    expect(moved.others).toEqual([])
  })

  test('keeps cells that depend on an unsolved formula, and names the formula’s cell', async () => {
    await write(all)
    const formulas = [
      { row: 4, column: 7 },
      { row: 2, column: 10 },
    ]
    const returned = await comeBack(same => same, formulas)
    expect(returned.unsolved).toEqual({ count: 2, first: formulas })
    expect(returned.others).toEqual([])
    expect(returned.lines.map(({ unknownColumns }) => unknownColumns)).toEqual([
      undefined,
      undefined,
      [ZIP, IMPORTER],
    ])
    expect(planReimport(returned, draftOf(imported)).changed).toEqual([])
    expect(compactReimport(returned).lines).toEqual([])
  })

  test('without one of its columns does not change this column', async () => {
    await write(all)
    const returned = await comeBack(lines => lines.map(row => row.filter((_, at) => at !== 7)))
    expect(planReimport(returned, draftOf(imported)).changed).toEqual([])
  })

  test.each(headingLanguages)('in our own columns in %s works the same way', async language => {
    const [header] = await write(all, false, language)
    const at = header?.indexOf(headingOf({ id: ZIP }, language)) ?? -1
    const returned = await comeBack(lines => {
      if (lines[3]) lines[3][at] = '060-0001'
      return lines
    })
    expect(planReimport(returned, draftOf(imported)).changed).toEqual([
      { line: 'L3', column: ZIP, here: '600001', there: '060-0001' },
    ])
  })

  test.each([
    ['ko', '아니요', '예'],
    ['ja', 'いいえ', 'はい'],
    ['en', 'No', 'Yes'],
  ] as const)(
    'says yes and no in %s as the sheet shows them, and reads them back',
    async (language, no, yes) => {
      const flagged = { ...imported, L3: { ...imported.L3, [FLAG]: 'false' } }
      const lines = ['L1', 'L2', 'L3'].map(key => outLine(key, flagged))
      const [header, , , third] = await write(lines, false, language)
      const at = header?.indexOf(headingOf({ id: FLAG }, language)) ?? -1
      expect(third?.[at]).toBe(no)
      expect(planReimport(await comeBack(same => same), draftOf(flagged)).changed).toEqual([])
      const returned = await comeBack(rows => {
        rows[3]?.splice(at, 1, yes)
        return rows
      })
      expect(planReimport(returned, draftOf(flagged))).toMatchObject({
        changed: [{ line: 'L3', column: FLAG, here: 'false', there: 'true' }],
        conflicting: [],
      })
    },
  )

  test('says yes and no in words in a column that was added to those of the shop', async () => {
    const flagged = { ...imported, L3: { ...imported.L3, [FLAG]: 'false' } }
    const lines = ['L1', 'L2', 'L3'].map(key => ({ ...outLine(key, flagged), failing: [FLAG] }))
    const [header, , , third] = await write(lines)
    const at = header?.indexOf(headingOf({ id: FLAG }, 'ja')) ?? -1
    expect(third?.[at]).toBe('いいえ')
    const returned = await comeBack(rows => {
      rows[3]?.splice(at, 1, 'はい')
      return rows
    })
    expect(planReimport(returned, draftOf(flagged))).toMatchObject({
      changed: [{ line: 'L3', column: FLAG, here: 'false', there: 'true' }],
      conflicting: [],
    })
  })

  test('adds a row to the order of its number, and only once', async () => {
    await write(all)
    const returned = await comeBack(lines => {
      const copy = [...(lines[1] ?? [])]
      copy[4] = 'おまけ'
      return [...lines, copy, [...(lines[1] ?? [])]]
    })
    const plan = planReimport(returned, draftOf(imported))
    expect(plan.added.map(({ row, after, texts }) => [row, after, texts[ITEM]])).toEqual([
      [5, 'L2', 'おまけ'],
    ])
    // An unedited copy of a row is not another item.
    expect(plan.duplicates).toEqual([6])
    const reimported = { ...imported, L4: plan.added[0]?.texts ?? {} }
    const again = planReimport(returned, {
      ...draftOf(reimported),
      orderOf: line => (line === 'L3' ? ['L3'] : ['L1', 'L2', 'L4']),
    })
    expect([again.added, again.duplicates]).toEqual([[], [5, 6]])
  })

  test('reports no change for rows that contradicted each other at export time', async () => {
    const torn = { ...imported, L2: { ...imported.L2, 'recipient.name': '高崎' } }
    await write(['L1', 'L2', 'L3'].map(key => outLine(key, torn)))
    const tornRows = await comeBack(lines => {
      if (lines[2]) lines[2][6] = '高崎'
      return lines
    })
    const returned = { ...tornRows, base: new Map(tornRows.lines.map(({ key = '', texts }) => [key, texts])) }
    expect(planReimport(returned, draftOf(torn)).changed).toEqual([])
  })

  test('with few edits is returned without the unedited orders', async () => {
    await write(all)
    const returned = await comeBack(lines => {
      if (lines[2]) lines[2][4] = '財布 黒'
      return lines
    })
    const compact = compactReimport(returned)
    expect(compact.lines.map(({ key }) => key)).toEqual(['L1', 'L2'])
    expect(planReimport(compact, draftOf(imported))).toEqual(planReimport(returned, draftOf(imported)))
    const missing = { ...returned, lines: returned.lines.slice(0, 2) }
    expect(planReimport(compactReimport(missing), draftOf(imported)).missing).toEqual(['L3'])
  })

  test('without its hidden sheet is compared with the draft', async () => {
    const shown = await write(all)
    if (shown[3]) shown[3][7] = '060-0001'
    const csv = shown.map(row => row.map(text => `"${text.replaceAll('"', '""')}"`).join(',')).join('\n')
    const read = await readFile('failing.csv', new TextEncoder().encode(csv))
    if (!read.ok) throw new Error(read.failure.code)
    expect(readRoundTrip(read.book)).toBeUndefined()
    const imports = importTable(read.book, detectMapping(read.book, { sheet: 'orders/japan' }))
    const returned = readByLineKeys(read.book, imports)
    if (!returned) throw new Error('its keys are not known')
    expect(returned.uncompared).toEqual(['注文番号', '配送状態'])
    const { changed, conflicting, added, missing } = planReimport(returned, draftOf(imported))
    expect(changed.filter(({ column }) => column === ZIP)).toEqual([
      { line: 'L3', column: ZIP, here: '600001', there: '060-0001' },
    ])
    expect([conflicting, added, missing]).toEqual([[], [], []])
  })

  test('without its hidden sheet tells a copy above its original by the texts of the draft', async () => {
    const [header = [], first = [], second = [], third = []] = await write(all)
    const copy = second.with(4, '名刺入れ')
    const csv = [header, first, copy, second, third]
      .map(row => row.map(text => `"${text.replaceAll('"', '""')}"`).join(','))
      .join('\n')
    const read = await readFile('failing.csv', new TextEncoder().encode(csv))
    if (!read.ok) throw new Error(read.failure.code)
    const mapping = detectMapping(read.book, { sheet: 'orders/japan' })
    const returned = readByLineKeys(read.book, importTable(read.book, mapping))
    if (!returned) throw new Error('its keys are not known')
    const plan = planReimport(returned, draftOf(imported))
    expect(plan.changed.filter(({ column }) => column === ITEM)).toEqual([])
    expect(plan.added.map(({ row, texts }) => [row, texts[ITEM]])).toEqual([[3, '名刺入れ']])
  })

  test('a changed line end of a spreadsheet is not an edit', () => {
    const left = { L1: { [ITEM]: '財布\r\n黒' } }
    const lines = [{ key: 'L1', row: 2, texts: { [ITEM]: '財布\n黒' } }]
    const returned: ReimportedFile = {
      sheet: 'orders/japan',
      columns: new Set([ITEM]),
      others: [],
      uncompared: [],
      lines,
      base: new Map(Object.entries(left)),
    }
    expect(planReimport(returned, draftOf(left))).toMatchObject({ changed: [], conflicting: [] })
  })
})
