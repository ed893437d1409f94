import { expect, test } from 'vitest'
import { fillMerged, type Span } from './merged-cells'
import { TableBuilder, Tally } from './tally'

test('a hundred thousand rows whose orders are merged in ten columns are filled to the last', () => {
  const builder = new TableBuilder(new Tally())
  const spans: Span[] = []
  for (let row = 1; row <= 100_000; row += 2) {
    builder.add(
      Array.from({ length: 40 }, (_, column) => `${column} ${row}`),
      row,
    )
    builder.add(
      Array.from({ length: 40 }, (_, column) => (column < 10 ? '' : `${column} ${row + 1}`)),
      row + 1,
    )
    for (let column = 0; column < 10; column++)
      spans.push({ top: row, bottom: row + 1, left: column, right: column })
  }
  fillMerged(builder, spans)
  expect(builder.rows[99_999]?.slice(0, 11)).toEqual([
    ...Array.from({ length: 10 }, (_, column) => `${column} 99999`),
    '10 100000',
  ])
})
