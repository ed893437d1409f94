import { expect, test, vi } from 'vitest'
import { Selection } from '@/components/grid/select/selection'
import { emptyPatch } from '@/lib/sheet/draft/draft'
import { sheets } from '@/lib/sheet/schema/sheets'
import { noFilter } from '@/lib/sheet/view/arrangement'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { openTestSource } from '@/testing/workbench/test-source'

const sheet = sheets['orders/japan']
const NUMBER = sheet.key
const ITEM = 'items[].name'
const clip = { text: 'Kim\tSeoul\tGangnam\r\nLee\tBusan\tHaeundae\r\n', html: '' }

/** An empty sheet, a pasted block that may be an export, and what is found out about it. */
function open() {
  const workbook = new Workbook(sheet, [])
  const { source, announced } = openTestSource(workbook)
  const selection = new Selection(source)
  source.subscribe(selection.refresh)
  const cellAt = (row: number, column: string) => ({ line: source.rows()[row] ?? '', column })
  const paste = (row: number) => {
    selection.moveTo(cellAt(row, ITEM))
    let decide = (_isExport: boolean) => {}
    const isExport = new Promise<boolean>(resolve => {
      decide = resolve
    })
    const on = { received: selection.pasteReceiver(), importIt: vi.fn() }
    source.pasteLater(selection.ranges(), clip, isExport, on)
    return { decide, imported: on.importIt }
  }
  const textAt = (row: number, column = ITEM) => workbook.text(cellAt(row, column))
  const type = (row: number, column: string, text: string) => source.write(cellAt(row, column), text)
  return { workbook, source, announced, selection, paste, textAt, type, cellAt }
}

const told = (announced: readonly string[], sentence: string) =>
  expect.poll(() => announced.at(-1)).toBe(sentence)

test('a block that waits says so, and goes into the cells that were selected, wherever the operator is by then', async () => {
  const { workbook, announced, selection, paste, textAt, type, cellAt } = open()
  const { decide, imported } = paste(0)
  expect(announced).toEqual(['pasting'])
  type(5, ITEM, 'mine')
  selection.moveTo(cellAt(5, ITEM))
  const above = { id: 'R0', rank: -1024, texts: { [NUMBER]: 'A-0' } }
  workbook.applyRemote({ ...emptyPatch, inserted: [above] })
  decide(false)
  await told(announced, 'pasted')
  expect([0, 1, 2, 3, 6, 7].map(row => textAt(row))).toEqual(['', 'Kim', 'Lee', '', 'mine', ''])
  expect(selection.active).toEqual(cellAt(6, ITEM))
  expect(imported).not.toHaveBeenCalled()
})

test('a block that turns out to be an export is imported, and not pasted', async () => {
  const { workbook, paste } = open()
  const { decide, imported } = paste(0)
  decide(true)
  await expect.poll(() => imported).toHaveBeenCalledOnce()
  expect(workbook.draft.order).toEqual([])
})

test('a block that waits is not pasted over what was typed into its rows meanwhile', async () => {
  const { announced, paste, textAt, type } = open()
  const { decide } = paste(0)
  type(1, ITEM, 'typed')
  decide(false)
  await told(announced, 'notPasted')
  expect([textAt(0), textAt(1)]).toEqual(['', 'typed'])
})

test('a block that waits is pasted although a text was typed into the row below it', async () => {
  const { announced, paste, textAt, type } = open()
  const { decide } = paste(0)
  type(2, ITEM, 'below')
  decide(false)
  await told(announced, 'pasted')
  expect([0, 1, 2].map(row => textAt(row))).toEqual(['Kim', 'Lee', 'below'])
})

test('a block that waits for rows which are deleted meanwhile is not pasted into others', async () => {
  const { workbook, announced, paste, textAt, type } = open()
  for (const row of [0, 1, 2]) type(row, ITEM, `item ${row}`)
  const { decide } = paste(1)
  const [, second = ''] = workbook.draft.order
  const gone = workbook.draft.lines.get(second)
  workbook.applyRemote({ ...emptyPatch, removed: gone ? [gone] : [] })
  decide(false)
  await told(announced, 'notPasted')
  expect([textAt(0), textAt(1), textAt(2)]).toEqual(['item 0', 'item 2', ''])
})

test('undo cancels a block that waits, and two that wait are both pasted', async () => {
  const { source, announced, paste, textAt } = open()
  const [first, second, third] = [paste(0), paste(4), paste(8)]
  source.undo()
  expect(announced.at(-1)).toBe('undone')
  for (const { decide } of [first, second, third]) decide(false)
  await expect.poll(() => textAt(5)).toBe('Lee')
  expect([0, 1, 4, 8].map(row => textAt(row))).toEqual(['Kim', 'Lee', 'Kim', ''])
  expect(third.imported).not.toHaveBeenCalled()
})

test('where a filter shows no rows, nothing is pasted, and the announcement says what to do', () => {
  const { workbook, source, announced, textAt, type } = open()
  type(0, ITEM, 'mine')
  workbook.arrange({ sort: null, filter: { ...noFilter, status: 'registered' } })
  const selection = new Selection(source)
  source.paste(selection.ranges(), clip, () => {})
  expect(announced).toEqual(['pasteFiltered'])
  expect(workbook.draft.order).toHaveLength(1)
  workbook.clearFilter()
  expect(textAt(0)).toBe('mine')
})

/** A sheet whose first row is copied as a whole row, or its item alone. */
async function openWithCopy({ isWhole = true } = {}) {
  const opened = open()
  const { source, selection, type, cellAt } = opened
  type(0, NUMBER, 'A-1')
  type(0, ITEM, 'Mug')
  selection.moveTo(cellAt(0, ITEM))
  if (isWhole) selection.widen('lines')
  let copied = clip
  await source.copy(selection.ranges(), false, block => {
    copied = block
    return true
  })
  const pasteHere = () => source.paste(selection.ranges(), copied, selection.pasteReceiver())
  return { ...opened, copied, pasteHere }
}

test('copied whole rows are pasted as whole rows, wherever in a row the operator is', async () => {
  const { source, selection, textAt, cellAt, pasteHere } = await openWithCopy()
  selection.moveTo(cellAt(2, ITEM))
  pasteHere()
  expect([NUMBER, ITEM].map(column => textAt(2, column))).toEqual(['A-1', 'Mug'])
  expect(selection.range()).toMatchObject({ top: 2, left: 0, right: source.columns().length - 1 })

  const cells = await openWithCopy({ isWhole: false })
  cells.selection.moveTo(cells.cellAt(4, NUMBER))
  cells.pasteHere()
  expect([NUMBER, ITEM].map(column => cells.textAt(4, column))).toEqual(['Mug', ''])
})

test('a copied whole row fills selected whole rows, but only the first row of a selected column', async () => {
  const { selection, textAt, type, cellAt, pasteHere } = await openWithCopy()
  for (const row of [1, 2, 3]) type(row, NUMBER, `B-${row}`)
  const numbers = () => [0, 1, 2, 3].map(row => textAt(row, NUMBER))
  selection.moveTo(cellAt(1, ITEM))
  selection.widen('columns')
  pasteHere()
  expect(numbers()).toEqual(['A-1', 'B-1', 'B-2', 'B-3'])
  selection.moveTo(cellAt(2, ITEM), cellAt(3, ITEM))
  selection.widen('lines')
  pasteHere()
  expect(numbers()).toEqual(['A-1', 'B-1', 'A-1', 'A-1'])
})

test('whole rows of a draft with other columns come into the columns that they came from', async () => {
  const { copied } = await openWithCopy()
  const other = new Workbook(sheets['orders/general'], [])
  const { source } = openTestSource(other)
  const line = source.rows()[0] ?? ''
  source.paste([{ top: 0, bottom: 0, left: 3, right: 3 }], copied, () => {})
  expect([NUMBER, ITEM].map(column => other.text({ line, column }))).toEqual(['A-1', 'Mug'])
})
