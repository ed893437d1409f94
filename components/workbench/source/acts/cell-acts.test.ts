import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { openTestSource } from '@/testing/workbench/test-source'

const sheet = sheets['orders/japan']

test('a typed number that makes two orders one is announced, and undo separates them', () => {
  const lines = ['A-1', 'A-2', 'A-3'].map((number, i) => ({
    id: number,
    rank: i + 1,
    texts: { [sheet.key]: number, 'recipient.name': '山田 太郎' },
  }))
  const workbook = new Workbook(sheet, lines)
  const { source, announced } = openTestSource(workbook)
  const type = (line: string, text: string) => source.write({ line, column: sheet.key }, text)
  type('A-1', 'A-9')
  expect(announced).toEqual([])
  type('A-1', 'A-2')
  expect(announced).toEqual(['joined'])
  source.undo()
  expect([...workbook.index.all()].map(order => order.lines)).toEqual([['A-1'], ['A-2'], ['A-3']])
  type('A-3', '')
  expect(announced).toEqual(['joined', 'undone separatedAgain', 'joined'])
})
