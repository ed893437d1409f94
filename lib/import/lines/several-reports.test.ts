import { expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import type { Texts } from '@/lib/sheet/schema/line'
import { bookOf } from '@/testing/import/book-of-rows'
import { allSamples } from '@/testing/import/samples/all'

function read(recipe: string, rows: readonly (readonly string[])[]) {
  const book = bookOf(rows)
  const sheet = recipe.endsWith('products') ? 'products' : 'orders/general'
  return importTable(book, detectMapping(book, { sheet }), 'f')
}

/** The texts of a line without its place in the file. */
const withoutPlace = ({ [hiddenColumns.source]: _, [hiddenColumns.origins]: __, ...texts }: Texts) => texts

/** The headings of a report as another version of the shop writes them: in capitals, and in full-width letters. */
const [inCapitals, inFullWidth] = [
  (rows: readonly (readonly string[])[]) =>
    rows.map((row, at) => (at === headerOf(rows) ? row.map(text => text.toUpperCase()) : row)),
  (rows: readonly (readonly string[])[]) =>
    rows.map((row, at) =>
      at === headerOf(rows) ? row.map(text => text.replaceAll(/[A-Z()]/gi, widened)) : row,
    ),
]
const widened = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)
const headerOf = (rows: readonly (readonly string[])[]) =>
  rows.findIndex(row => row.filter(Boolean).length > 3)

test.each(
  allSamples.flatMap(({ recipe, sample }) => [
    [recipe, 'in capitals', sample.rows, inCapitals(sample.rows)] as const,
    [recipe, 'in full-width letters', sample.rows, inFullWidth(sample.rows)] as const,
  ]),
)('%s: the headings of a second report may be %s', (recipe, _, rows, others) => {
  expect(read(recipe, [...rows, ...others]).orders).toBe(read(recipe, rows).orders * 2)
})

test.each(allSamples.map(({ recipe, sample }) => [recipe, sample.name, sample.rows] as const))(
  '%s: %s twice in one table has every line twice, and twice as many records',
  (recipe, _, rows) => {
    const once = read(recipe, rows)
    const twice = read(recipe, [...rows, ...rows])
    const lines = once.lines.map(({ texts }) => withoutPlace(texts))
    expect(lines.length).toBeGreaterThan(0)
    expect(twice.lines.map(({ texts }) => withoutPlace(texts))).toEqual([...lines, ...lines])
    expect(twice.orders).toBe(once.orders * 2)
  },
)
