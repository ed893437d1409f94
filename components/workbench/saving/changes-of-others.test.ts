import { expect, test } from 'vitest'
import { line, NAME, NUMBER, openTab, storedAs, ZIP } from '@/testing/workbench/saving-tab'

test('changes of others wait for the response to a save under way, and cannot be undone', async () => {
  const tab = openTab()
  tab.write(NAME, 'Mina')
  const respond = tab.holdResponse(6)
  const sending = tab.send()
  const theirs = { ...line({ [NAME]: 'Mina', [ZIP]: '100' }), by: 's2' }
  const received = tab.receive({ revision: 6, lines: [theirs] })
  expect(tab.text(ZIP)).toBe('')
  respond()
  await sending
  expect(await received).toBe(true)
  expect([tab.text(NAME), tab.text(ZIP)]).toEqual(['Mina', '100'])
  expect(tab.workbook.history.depth).toBe(1)
  expect(tab.saving.isDone).toBe(true)
})

test('changes that were read before the last save are read again', async () => {
  const tab = openTab()
  tab.write(NAME, 'Mina')
  tab.respondWith(storedAs(5))
  await tab.send()
  expect(await tab.receive({ revision: 4, lines: [{ ...line({ [NAME]: 'x' }), by: '' }] })).toBe(false)
  expect(tab.text(NAME)).toBe('Mina')
})

test('a page that was away for too long shows all lines as the server has them, and still saves its own edits', async () => {
  const tab = openTab()
  tab.write(NAME, 'Mina')
  const a = { ...line({ [NAME]: 'x', [ZIP]: '150-0041' }), by: 'jun' }
  const b = { id: 'b', rank: 2, texts: { [NAME]: 'Sora' }, by: 'jun' }
  expect(await tab.saving.receiveAll({ revision: 90, lines: [a, b] }, tab.listener)).toBe(true)
  expect([tab.text(NAME), tab.text(ZIP)]).toEqual(['Mina', '150-0041'])
  expect(tab.workbook.draft.order).toEqual(['a', 'b'])
  tab.respondWith(storedAs(91))
  expect(await tab.send()).toBeUndefined()
  expect(tab.sent).toMatchObject([{ seen: 90, lines: [{ id: 'a', before: { [NAME]: 'x' } }] }])
  // What was read before the save is read again.
  expect(await tab.saving.receiveAll({ revision: 90, lines: [b] }, tab.listener)).toBe(false)
  const saved = { ...a, texts: { ...a.texts, [NAME]: 'Mina' } }
  expect(await tab.saving.receiveAll({ revision: 95, lines: [saved] }, tab.listener)).toBe(true)
  expect(tab.workbook.draft.order).toEqual(['a'])
})

test('lines that a save removes do not come back by changes that were read before it, even after a rename elsewhere', async () => {
  const tab = openTab()
  tab.write(NAME, 'Mina')
  // A rename made revision 5, which this session has not read yet.
  tab.respondWith(storedAs(6))
  await tab.send()
  const readBefore = { revision: 6, lines: [{ ...line({ [NAME]: 'Mina' }), by: '' }] }
  tab.remove()
  const respond = tab.holdResponse(7)
  const sending = tab.send()
  const received = tab.receive(readBefore)
  respond()
  await sending
  expect(await received).toBe(false)
  expect(tab.workbook.draft.order).toEqual([])
  expect(await tab.receive({ revision: 7, removed: [{ id: 'a', by: '' }] })).toBe(true)
  expect(tab.saving.cursor).toEqual({ revision: 8, line: '' })
})

test('a text whose edit began before another text came reports the older text to the server', async () => {
  const tab = openTab()
  tab.listener.cell = { line: 'a', column: NAME }
  await tab.receive({ revision: 5, lines: [{ ...line({ [NAME]: 'Kim' }), by: 's2' }] })
  tab.listener.cell = null
  tab.write(NAME, 'Mina')
  tab.respondWith(storedAs(6))
  await tab.send()
  expect(tab.sent[0]?.lines).toMatchObject([{ texts: { [NAME]: 'Mina' }, before: { [NAME]: 'x' } }])
})

test('a line that is removed while it is being edited stays until the edit ends', async () => {
  const tab = openTab()
  tab.listener.cell = { line: 'a', column: NAME }
  await tab.receive({ revision: 5, removed: [{ id: 'a', by: 's2' }] })
  expect(tab.text(NAME)).toBe('x')
  tab.listener.cell = null
  let wakes = 0
  tab.saving.onWaiting = () => wakes++
  await tab.receive({ revision: 5 })
  expect(wakes).toBe(1)
  await tab.send()
  expect(tab.workbook.draft.order).toEqual([])
})

test('a removed line whose editor is open stays also while other edits are saved, so that the typed text is kept', async () => {
  const tab = openTab()
  tab.respondWith(storedAs(6))
  tab.listener.cell = { line: 'a', column: NAME }
  await tab.receive({ revision: 5, removed: [{ id: 'a', by: 's2' }] })
  tab.insert({ id: 'b', rank: 2, texts: { [NAME]: 'y' } })
  await tab.send()
  expect([tab.workbook.draft.order, tab.saving.isDone]).toEqual([['a', 'b'], false])
  tab.listener.cell = null
  tab.write(NAME, 'Mina')
  await tab.send()
  expect(tab.sent.at(-1)?.lines).toMatchObject([{ id: 'a', texts: { [NAME]: 'Mina' } }])
  expect(tab.saving.isDone).toBe(true)
})

test('the texts of a removed order that an item inherits leave alone what a colleague wrote into the item', async () => {
  const tab = openTab()
  tab.respondWith(storedAs(6))
  tab.insert(
    { id: 'b', rank: 2, texts: { [NUMBER]: 'A-2', [NAME]: 'Mina' } },
    { id: 'c', rank: 3, texts: { 'items[].name': 'Cup' } },
  )
  await tab.send()
  const theirs = { id: 'c', rank: 3, texts: { 'items[].name': 'Cup', [NAME]: 'Kim' }, by: 's2' }
  await tab.receive({ revision: 7, lines: [theirs], removed: [{ id: 'b', by: 's2' }] })
  expect(tab.workbook.draft.lines.get('c')?.texts).toEqual({
    ...{ [NUMBER]: 'A-2', 'items[].name': 'Cup' },
    [NAME]: 'Kim',
  })
})

test('a text that the response to a save brings into an edited cell is reported as overwritten when the edit ends', async () => {
  const tab = openTab()
  tab.write(NUMBER, 'A-1')
  tab.listener.cell = { line: 'a', column: NAME }
  const texts = { [NUMBER]: 'A-1', [NAME]: 'Kim' }
  tab.respondWith(storedAs(6, [{ id: 'a', rank: 1, texts }]))
  await tab.send()
  expect(tab.text(NAME)).toBe('Kim')
  tab.write(NAME, 'Mina')
  tab.listener.cell = null
  tab.respondWith(storedAs(7))
  await tab.send()
  expect(tab.sent.at(-1)?.lines).toMatchObject([{ before: { [NAME]: 'x' }, texts: { [NAME]: 'Mina' } }])
})

test('an edit of one cell does not send a text that a colleague wrote into another cell while its editor was open', async () => {
  const tab = openTab()
  tab.listener.cell = { line: 'a', column: NAME }
  await tab.receive({ revision: 5, lines: [{ ...line({ [NAME]: 'Kim' }), by: 's2' }] })
  tab.listener.cell = { line: 'a', column: ZIP }
  tab.write(ZIP, '06236')
  tab.listener.cell = null
  tab.respondWith(storedAs(6))
  await tab.send()
  expect(tab.sent.at(-1)?.lines).toMatchObject([{ before: { [ZIP]: '' }, texts: { [ZIP]: '06236' } }])
  expect(tab.sent.at(-1)?.lines.flatMap(({ before }) => Object.keys(before ?? {}))).toEqual([ZIP])
})

test('a row that is removed right after its editor hid the text of a colleague is removed as of before that text', async () => {
  const tab = openTab()
  tab.listener.cell = { line: 'a', column: NAME }
  await tab.receive({ revision: 6, lines: [{ ...line({ [NAME]: 'Kim' }), by: 's2' }] })
  tab.write(NAME, 'Mina')
  tab.listener.cell = null
  tab.remove()
  tab.respondWith(storedAs(7))
  await tab.send()
  expect(tab.sent.at(-1)).toMatchObject({ seen: 6, removes: [{ id: 'a', seen: 4 }] })
})
