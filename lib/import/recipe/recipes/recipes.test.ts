import { expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import { carriedColumnIds } from '@/lib/import/recipe/hidden-columns'
import { originsOf } from '@/lib/import/recipe/values/origins'
import { draftOf } from '@/lib/sheet/draft/draft'
import { assemble } from '@/lib/sheet/judge/assemble'
import { groupingColumns, groupLines } from '@/lib/sheet/orders/grouping'
import { sheets } from '@/lib/sheet/schema/sheets'
import { bookOf } from '@/testing/import/book-of-rows'
import { allSamples } from '@/testing/import/samples/all'
import { readSample } from '@/testing/import/samples/read-sample'
import { recipes } from './all'

test('every made-up export is recognised by its own recipe, whichever sheet it is dropped on', () => {
  for (const { recipe: id, sample } of allSamples) {
    const fills = recipes.find(recipe => recipe.id === id)?.sheets ?? []
    const book = bookOf(sample.rows)
    for (const sheet of ['orders/japan', 'orders/general', 'products'] as const) {
      const mapping = detectMapping(book, { sheet })
      expect([mapping.by, mapping.recipe.id, sheet]).toEqual(['recipe', id, sheet])
      expect(mapping.sheet).toBe(fills.includes(sheet) ? sheet : fills[0])
    }
  }
})

test('a cell of thousands of the same characters is read at once, in every column of every export', () => {
  const hostile = ['\n', ' ', '　', '-', ',', '1', ' \r\n', '=;', '/ ', '(', '가', '"'].map(
    text => `x${text.repeat(3000)}x`,
  )
  for (const { sample } of allSamples) {
    const cells = Math.max(...sample.rows.map(row => row.length))
    const rows = hostile.map(text => Array.from({ length: cells }, () => text))
    const book = bookOf([...sample.rows, ...rows])
    const { lines } = importTable(book, detectMapping(book, { sheet: 'orders/japan' }), 'file')
    expect([sample.name, lines.length > 0]).toEqual([sample.name, true])
  }
})

test('no export has all the identifying headings of another recipe', () => {
  for (const { recipe: id, sample } of allSamples) {
    const headers = sample.rows.slice(0, 3).map(row => new ColumnsByHeading(row))
    const others = recipes
      .filter(other => other.id !== id)
      .filter(({ known }) =>
        headers.some(columns => known.every(spellings => columns.find(spellings) !== undefined)),
      )
    expect([sample.name, others.map(other => other.id)]).toEqual([sample.name, []])
  }
})

test('every recipe has a made-up export', () => {
  expect(new Set(allSamples.map(({ recipe }) => recipe))).toEqual(new Set(recipes.map(({ id }) => id)))
})

test('every column that a recipe maps is a column of its sheets or a hidden column', () => {
  for (const { id, sheets: fills, fields } of recipes) {
    const ids = new Set(
      fills.flatMap(sheet => [
        ...sheets[sheet].columns.map(column => column.id),
        ...carriedColumnIds(sheets[sheet]),
      ]),
    )
    expect([id, Object.keys(fields).filter(field => !ids.has(field))]).toEqual([id, []])
  }
})

test('every required column of an order is mapped or has a missing-value source', () => {
  const required = sheets['orders/japan'].columns.filter(column => column.required).map(column => column.id)
  for (const { id, sheets: fills, fields, missing = {} } of recipes) {
    if (!fills.includes('orders/japan')) continue
    const open = required.filter(column => !Object.hasOwn(fields, column) && !Object.hasOwn(missing, column))
    expect([id, open]).toEqual([id, []])
  }
})

test('recipe ids are unique, and recipes can be stored and shared as JSON', () => {
  expect(new Set(recipes.map(recipe => recipe.id)).size).toBe(recipes.length)
  expect(JSON.parse(JSON.stringify(recipes))).toEqual(recipes)
})

test('a required cell that is blank after an import is named by its recipe or marked; no text is unreadable', () => {
  for (const { recipe: id, sample } of allSamples) {
    const { sheets: fills = [], missing = {} } = recipes.find(recipe => recipe.id === id) ?? {}
    const sheet = sheets[fills[0] ?? 'products']
    const { lines } = readSample(sample, sheet.id)
    const draft = draftOf(lines.map(({ texts }, rank) => ({ id: `l${rank}`, rank, texts })))
    const marked = new Set(
      lines.flatMap(({ texts }) =>
        Object.entries(originsOf(texts)).flatMap(([column, { review }]) => (review ? [column] : [])),
      ),
    )
    for (const order of groupLines(draft, groupingColumns(sheet.columns, sheet.key))) {
      const { record, unread } = assemble(draft, order, sheet)
      const wanted = sheet
        .contractFailures(record)
        .filter(failure => failure.code === 'missing')
        .map(failure => (failure.field ?? '').replaceAll(/\[\d+\]/g, '[]'))
        .filter(column => !Object.hasOwn(missing, column) && !marked.has(column))
      expect([sample.name, wanted, unread]).toEqual([sample.name, [], []])
    }
  }
})
