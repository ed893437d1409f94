import { expect, test } from 'vitest'
import { fillMergedCells, type MergedRange } from './merged-cells'
import { ReadBudget, TableBuilder } from './table-builder'

test('a hundred thousand rows whose orders are merged in ten columns are filled to the last', () => {
  const builder = new TableBuilder(new ReadBudget())
  const spans: MergedRange[] = []
  for (let row = 1; row <= 100_000; row += 2) {
    builder.addRow(
      Array.from({ length: 40 }, (_, column) => `${column} ${row}`),
      row,
    )
    builder.addRow(
      Array.from({ length: 40 }, (_, column) => (column < 10 ? '' : `${column} ${row + 1}`)),
      row + 1,
    )
    for (let column = 0; column < 10; column++)
      spans.push({ top: row, bottom: row + 1, left: column, right: column })
  }
  fillMergedCells(builder, spans)
  expect(builder.rows[99_999]?.slice(0, 11)).toEqual([
    ...Array.from({ length: 10 }, (_, column) => `${column} 99999`),
    '10 100000',
  ])
})
