import { expect, test } from 'vitest'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { defaultLayout } from '@/lib/sheet/view/columns/column-layout'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { openTestSource, testWords } from '@/testing/workbench/test-source'
import { showFilledColumns } from './show-filled-columns'

const sheet = sheets['orders/japan']
const NUMBER = sheet.key
const MAIL = 'recipient.email'
const CODE = 'recipient.personalCustomsClearanceCode'

/** A sheet of one order without e-mail that shows only relevant columns. */
function open(hidden: readonly string[] = []) {
  const [order = {}] = sampleOrders(1)
  const workbook = new Workbook(sheet, [{ id: 'L1', rank: 1, texts: { ...order, [MAIL]: '', [CODE]: '' } }])
  workbook.scheduleTask = work => work()
  workbook.begin()
  const layout = { ...defaultLayout, relevantOnly: true, hidden }
  const { view, source, announced } = openTestSource(workbook, testWords, layout)
  showFilledColumns(workbook, view)
  const shown = () => [MAIL, CODE].filter(id => view.columns().some(column => column.id === id))
  const paste = (text: string) => {
    const seen: (readonly string[])[] = []
    source.paste([{ top: 1, bottom: 1, left: 0, right: 0 }], { text, html: '' }, () => seen.push(shown()))
    return seen
  }
  return { workbook, view, announced, shown, paste }
}

const block = (mail: string) => `${NUMBER}\t${MAIL}\t${CODE}\nC-1\t${mail}\t`

test('a column that a paste fills appears, after the pasted cells are selected, and stays when it is undone', async () => {
  const { workbook, announced, shown, paste } = open()
  expect(shown()).toEqual([])
  expect(paste(block('kim@example.com'))).toEqual([[]])
  await Promise.resolve()
  expect(shown()).toEqual([MAIL])
  // It is not called hidden: it is on the screen.
  expect(announced).toEqual(['pastedByHeader'])
  workbook.undo()
  await Promise.resolve()
  expect(shown()).toEqual([MAIL])
})

test('a column that an import fills appears once the import has ended', async () => {
  const { workbook, shown } = open()
  const edit = workbook.performInChunks(null)
  const line = (id: string, texts: Record<string, string>) => ({ id, rank: Number(id.slice(1)), texts })
  edit.add({ changes: [], removed: [], inserted: [line('L2', { [NUMBER]: 'C-2', [MAIL]: 'a@example.com' })] })
  edit.add({ changes: [], removed: [], inserted: [line('L3', { [NUMBER]: 'C-3', [MAIL]: ' ' })] })
  await Promise.resolve()
  expect(shown()).toEqual([])
  edit.end()
  await Promise.resolve()
  expect(shown()).toEqual([MAIL])
})

test('a filled column that the operator hid stays hidden, and is announced', async () => {
  const { announced, shown, paste } = open([MAIL])
  paste(block('kim@example.com'))
  await Promise.resolve()
  expect(shown()).toEqual([])
  expect(announced.join()).toContain('pastedIntoHidden')
})
