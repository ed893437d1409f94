import { afterEach, expect, test, vi } from 'vitest'
import { Selection } from '@/components/grid/select/selection'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { openTestSource } from '@/testing/workbench/test-source'
import { sheetActs } from './menu-acts'

const sheet = sheets['orders/japan']
const NAME = 'recipient.name'
const CITY = 'recipient.city'

afterEach(() => vi.unstubAllGlobals())

/**
 * An order with a typed name; the menu's cut is pressed on one of its cells. @returns the text of the name afterwards
 */
async function cut(column: string, isAllowed: boolean): Promise<string> {
  const write = isAllowed ? async () => {} : () => Promise.reject(new Error('not allowed'))
  vi.stubGlobal('navigator', { platform: 'Linux x86_64', clipboard: { read: async () => [], write } })
  vi.stubGlobal('ClipboardItem', class {})
  const workbook = new Workbook(sheet, [{ id: 'L1', rank: 1, texts: {} }])
  const { source } = openTestSource(workbook)
  const selection = new Selection(source)
  const nothing = () => {}
  const grid = { goTo: nothing, fit: nothing, focus: nothing, commit: nothing, undo: nothing, redo: nothing }
  source.write({ line: 'L1', column: NAME }, '山田')
  selection.moveTo({ line: 'L1', column })
  const acts = sheetActs({
    source,
    grid: {
      ...grid,
      editing: () => null,
      together: id => [id],
      contains: () => false,
      isEditor: (element): element is HTMLTextAreaElement => element === undefined,
      heading: () => null,
      keepView: work => work(),
      flash: () => undefined,
      selection,
    },
    label: name => name,
    announce: nothing,
    cell: () => [],
    orders: () => [],
  })
  await acts
    .flat()
    .find(({ id }) => id === 'cut')
    ?.onSelect()
  return workbook.text({ line: 'L1', column: NAME })
}

test('a cut from the menu blanks the cell once it is on the clipboard, and otherwise changes nothing', async () => {
  expect(await cut(NAME, true)).toBe('')
  expect(await cut(NAME, false)).toBe('山田')
  // Nothing is blanked: earlier steps stay done.
  expect(await cut(CITY, false)).toBe('山田')
})
