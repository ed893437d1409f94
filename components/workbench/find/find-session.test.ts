import { expect, test } from 'vitest'
import { replaceCells } from '@/lib/sheet/acts/find/find'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { FindSession } from './find-session'

const sheet = sheets['orders/japan']
const NUMBER = sheet.key
const NAME = 'recipient.name'
const ITEM = 'items[].name'

/** An order of two items with its number on both lines, and a replacement in it. */
function replacing(place: FindSession['place'] = { column: undefined, selection: undefined }) {
  const workbook = new Workbook(sheet, [
    { id: 'L1', rank: 1, texts: { [NUMBER]: 'A-1', [NAME]: 'A', [ITEM]: 'A' } },
    { id: 'L2', rank: 2, texts: { [NUMBER]: 'A-1', [ITEM]: 'A' } },
  ])
  const session = new FindSession(workbook, () => sheet.columns.map(({ id }) => id))
  session.arrive(place)
  const { query } = session.state
  session.update({
    query: { ...query, text: 'A' },
    by: 'B',
    scope: place.selection ? 'selection' : 'sheet',
  })
  return { workbook, session }
}

test('replacing in the active cell skips a repeated text that the sheet shows on the first line', async () => {
  const { workbook, session } = replacing()
  expect(await session.replaceAt({ line: 'L2', column: NUMBER })).toBe(false)
  expect(workbook.index.orderOf('L1')?.lines).toEqual(['L1', 'L2'])
  expect(await session.replaceAt({ line: 'L1', column: NUMBER })).toBe(true)
  expect(workbook.text({ line: 'L2', column: NUMBER })).toBe('B-1')
})

test('replacing in the active cell changes nothing outside of the scope', async () => {
  const selection = {
    lines: ['L1'],
    columns: [ITEM, NAME],
    has: (_: string, column: string) => column === ITEM,
  }
  const { session } = replacing({ column: ITEM, selection })
  expect(await session.replaceAt({ line: 'L1', column: NAME })).toBe(false)
  expect(await session.replaceAt({ line: 'L2', column: ITEM })).toBe(false)
  expect(await session.replaceAt({ line: 'L1', column: ITEM })).toBe(true)
})

test('a search matches full and half width by default, as in Excel', async () => {
  const texts = { [NUMBER]: 'Ａ−１００１', [NAME]: 'ﾔﾏﾀﾞ' }
  const workbook = new Workbook(sheet, [{ id: 'L1', rank: 1, texts }])
  const session = new FindSession(workbook, () => sheet.columns.map(({ id }) => id))
  const countOf = async (text: string, anyWidth?: boolean) => {
    const { query, by, scope } = session.state
    session.update({ by, scope, query: { ...query, text, ...(anyWidth !== undefined && { anyWidth }) } })
    await session.plan()
    return session.state.hits?.rows.length
  }
  expect(await countOf('1001')).toBe(1)
  expect(await countOf('ヤマダ')).toBe(1)
  expect(await countOf('ヤマダ', false)).toBe(0)
})

test('after leaving the search a step goes to the next hit, and coming back finds all hits again', async () => {
  const { session } = replacing()
  await session.step(1, null)
  session.leave()
  expect(await session.step(1, { line: 'L1', column: NUMBER })).toMatchObject({ at: 2 })
  session.leave()
  session.arrive({ column: NUMBER, selection: undefined })
  await session.step(1, null)
  expect(session.state.progress).toBe('found')
})

test('the search finds what an undo brought back, and is not repeated where no line was edited', async () => {
  const { workbook, session } = replacing()
  const plan = await session.plan()
  replaceCells(workbook, plan?.changes ?? [], null)
  session.search()
  await session.plan()
  expect(session.state.hits?.rows).toEqual([])
  workbook.undo()
  session.followEdits()
  expect(session.state.progress).toBe('searching')
  await session.plan()
  expect(session.state.hits?.rows).toHaveLength(plan?.changes.length ?? 0)
  session.followEdits()
  expect(session.state.progress).toBe('found')
})
