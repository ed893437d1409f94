import { expect, test } from 'vitest'
import { assemble } from '@/lib/sheet/assemble'
import { draftOf } from '@/lib/sheet/draft'
import { groupingColumns, groupLines } from '@/lib/sheet/grouping'
import { sheets } from '@/lib/sheet/sheets'
import { ColumnsByHeading } from '../columns-by-heading'
import { carriedIds } from '../import-plan'
import { originsOf } from '../origins'
import { bookOf } from '../sample-book'
import { understand } from '../understand'
import { recipes } from './all'
import { sampleOf } from './samples/all'
import { readSample } from './samples/read-sample'

test('every made-up export is understood by its own recipe, whichever sheet it is dropped on', () => {
  for (const { id, sheets: fills } of recipes) {
    const book = bookOf(sampleOf(id).rows)
    for (const sheet of ['orders/japan', 'orders/general', 'products'] as const) {
      const understood = understand(book, { sheet })
      expect([understood.by, understood.recipe.id, sheet]).toEqual(['recipe', id, sheet])
      expect(understood.sheet).toBe(fills.includes(sheet) ? sheet : fills[0])
    }
  }
})

test('no export has all the headings by which another recipe is known', () => {
  for (const { id } of recipes) {
    const { rows } = sampleOf(id)
    const headers = rows.slice(0, 3).map(row => new ColumnsByHeading(row))
    const others = recipes
      .filter(other => other.id !== id)
      .filter(({ known }) =>
        headers.some(columns => known.every(spellings => columns.find(spellings) !== undefined)),
      )
    expect([id, others.map(other => other.id)]).toEqual([id, []])
  }
})

test('every column that a recipe feeds is one of a sheet that it fills, or goes along with the line', () => {
  for (const { id, sheets: fills, fields } of recipes) {
    const ids = new Set(
      fills.flatMap(sheet => [
        ...sheets[sheet].columns.map(column => column.id),
        ...carriedIds(sheets[sheet]),
      ]),
    )
    expect([id, Object.keys(fields).filter(field => !ids.has(field))]).toEqual([id, []])
  }
})

test('every required column of an order is fed, or it is said where it can come from', () => {
  const required = sheets['orders/japan'].columns.filter(column => column.required).map(column => column.id)
  for (const { id, sheets: fills, fields, missing = {} } of recipes) {
    if (!fills.includes('orders/japan')) continue
    const open = required.filter(column => !Object.hasOwn(fields, column) && !Object.hasOwn(missing, column))
    expect([id, open]).toEqual([id, []])
  }
})

test('ids of recipes are theirs alone, and recipes can be stored and shared as JSON', () => {
  expect(new Set(recipes.map(recipe => recipe.id)).size).toBe(recipes.length)
  expect(JSON.parse(JSON.stringify(recipes))).toEqual(recipes)
})

test('what a sheet still wants of an import is what its recipe says, or is marked in the cell; nothing is unreadable', () => {
  for (const { id, sheets: fills, missing = {} } of recipes) {
    const sheet = sheets[fills[0] ?? 'products']
    const { lines } = readSample(sampleOf(id), sheet.id)
    const draft = draftOf(lines.map(({ texts }, rank) => ({ id: `l${rank}`, rank, texts })))
    const marked = new Set(
      lines.flatMap(({ texts }) =>
        Object.entries(originsOf(texts)).flatMap(([column, { review }]) => (review ? [column] : [])),
      ),
    )
    for (const order of groupLines(draft, groupingColumns(sheet.columns, sheet.key))) {
      const { record, unread } = assemble(draft, order, sheet)
      const wanted = sheet
        .refuse(record)
        .filter(failure => failure.code === 'missing')
        .map(failure => (failure.field ?? '').replaceAll(/\[\d+\]/g, '[]'))
        .filter(column => !Object.hasOwn(missing, column) && !marked.has(column))
      expect([id, wanted, unread]).toEqual([id, [], []])
    }
  }
})
