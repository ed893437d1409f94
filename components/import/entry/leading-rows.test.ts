import { expect, test } from 'vitest'
import { beginsKnownExport } from '@/lib/import/match/known-headings'
import { recipes } from '@/lib/import/recipe/recipes/all'
import { formatTsv } from '@/lib/sheet/codecs/tsv'
import { allSamples } from '@/testing/import/samples/all'
import { smartstoreOrdersSample } from '@/testing/import/samples/orders/smartstore'
import { leadingRowsOf } from './leading-rows'

test.each(allSamples)(
  'a whole export of $recipe is recognised when it is pasted',
  ({ recipe: id, sample }) => {
    const rows = leadingRowsOf(formatTsv(sample.rows)) ?? []
    const [sheet = 'orders/japan'] = recipes.find(recipe => recipe.id === id)?.sheets ?? []
    expect(beginsKnownExport(rows, sheet)).toBe(true)
  },
)

test('headings are found below a notice, and below a short row with a number', () => {
  const [notice = [], ...rows] = smartstoreOrdersSample.rows
  for (const above of [[notice], [notice, [''], ['2026-03-01', '2026-03-31']]]) {
    const leading = leadingRowsOf(formatTsv([...above, ...rows])) ?? []
    expect(leading.at(above.length)).toEqual(rows[0])
    expect(beginsKnownExport(leading, 'orders/japan')).toBe(true)
  }
})

test('a block of data, of few cells or of only headings is pasted at once', () => {
  const blocks = [
    '',
    'Wallet',
    'Kim\nLee',
    'Kim\tSeoul\nLee\tBusan',
    'A-1\t150-0041\tKim\nA-2\t150-0042\tLee',
    'A-1\t77\tKim\nnumber\twarehouse\tname\nA-2\t78\tLee',
    'number\twarehouse\tname',
  ]
  for (const block of blocks) expect(leadingRowsOf(block), block).toBeUndefined()
  expect(leadingRowsOf('number\twarehouse\tname\nA-1\t77\tKim')).toHaveLength(2)
})

test('headings below data do not turn the rows above them into notices', () => {
  const [, headings = [], ...rows] = smartstoreOrdersSample.rows
  expect(leadingRowsOf(formatTsv([...rows, headings, ...rows]))).toBeUndefined()
  const others = headings.map((_, at) => `column ${at}`)
  const leading = leadingRowsOf(formatTsv([others, ...rows, headings, ...rows])) ?? []
  expect(leading).toEqual([others, rows[0]])
  expect(beginsKnownExport(leading, 'orders/japan')).toBe(false)
})
