import { UnrecognizedActionError } from 'next/dist/client/components/unrecognized-action-error'
import { expect, test } from 'vitest'
import type { Line } from '@/lib/sheet/schema/line'
import { NAME, NUMBER, openTab, storedAs, ZIP } from '@/testing/workbench/saving-tab'

test('a save without a response is repeated unchanged, before anything that was typed since', async () => {
  const tab = openTab()
  tab.write(NAME, 'Mina')
  expect(await tab.send()).toMatchObject({ code: 'offline' })
  tab.write(NAME, 'Mina Kim')
  tab.respondWith(request => storedAs(4 + request.seq)(request))
  expect(await tab.send()).toBeUndefined()
  const [first, again, then] = tab.sent
  expect(again).toEqual(first)
  expect(then).toMatchObject({ seq: 2, seen: 5, lines: [{ before: { [NAME]: 'Mina' } }] })
  expect(tab.saving.isDone).toBe(true)
  expect(tab.saving.cursor).toEqual({ revision: 7, line: '' })
})

test('after an update of the server a save fails as outdated, and nothing is lost by repeating it', async () => {
  const tab = openTab()
  tab.write(NAME, 'Mina')
  tab.respondWith(() => Promise.reject(new UnrecognizedActionError('gone')))
  expect(await tab.send()).toEqual({ code: 'outdated', reason: 'Reload.' })
  expect(tab.saving.isDone).toBe(false)
  tab.respondWith(storedAs(5))
  expect(await tab.send()).toBeUndefined()
  expect(tab.sent[1]).toEqual(tab.sent[0])
})

test('a save that is too large to be read without a session waits until the operator signs in again', async () => {
  const tab = openTab()
  tab.write(NAME, 'Mina')
  tab.respondWith(() => Promise.reject(new Error('signed-out')))
  expect(await tab.send()).toEqual({ code: 'signedOut', reason: 'Sign in.' })
  tab.respondWith(storedAs(5))
  expect(await tab.send()).toBeUndefined()
  expect(tab.sent[1]).toEqual(tab.sent[0])
})

test('a save after the session has ended says where to sign in, and is repeated once the operator has', async () => {
  const tab = openTab()
  tab.write(NAME, 'Mina')
  tab.respondWith(async () => ({
    ok: false,
    problem: { code: 'signed-out', message: 'Sign in and try again.' },
  }))
  expect(await tab.send()).toEqual({ code: 'signed-out', reason: 'Sign in.' })
  tab.respondWith(storedAs(5))
  expect(await tab.send()).toBeUndefined()
  expect(tab.saving.isDone).toBe(true)
})

test('a save of an operator who may no longer edit says what becomes of the edits, which stay', async () => {
  const tab = openTab()
  tab.write(NAME, 'Mina')
  tab.respondWith(async () => ({ ok: false, problem: { code: 'role', message: 'Ask an administrator.' } }))
  expect(await tab.send()).toEqual({ code: 'role', reason: 'No editor.' })
  expect(tab.saving.isDone).toBe(false)
  tab.respondWith(storedAs(5))
  expect(await tab.send()).toBeUndefined()
  expect(tab.sent.at(-1)?.lines).toHaveLength(1)
})

test('a draft that was deleted elsewhere is saved as a new one, with all its lines and after a save without a response', async () => {
  const tab = openTab({ number: 'A-1' })
  tab.write(NAME, 'Mina')
  expect(await tab.send()).toMatchObject({ code: 'offline' })
  tab.saving.startOver()
  tab.respondWith(storedAs(1))
  expect(await tab.send()).toBeUndefined()
  const texts = { [NAME]: 'Mina', [NUMBER]: 'A-1' }
  expect(tab.sent[1]).toMatchObject({ seen: 0, lines: [{ id: 'a', texts }] })
  expect(tab.saving.isDone).toBe(true)
})

test('after a save was refused as a whole everything is saved again', async () => {
  const tab = openTab()
  tab.write(NAME, 'Mina')
  tab.respondWith(async () => ({ ok: false, problem: { code: 'archived', message: 'It was archived.' } }))
  expect(await tab.send()).toEqual({ code: 'archived', reason: 'It was archived.' })
  tab.respondWith(storedAs(5))
  tab.write(ZIP, '100')
  expect(await tab.send()).toBeUndefined()
  expect(tab.sent[1]).toMatchObject({ seq: 2, lines: [{ before: { [NAME]: 'x', [ZIP]: '' } }] })
})

test('texts typed during an import are saved meanwhile, and the import once it is complete', async () => {
  const tab = openTab()
  tab.respondWith(request => storedAs(4 + request.seq)(request))
  const lines = (from: number) =>
    Array.from(
      { length: 3 },
      (_, i): Line => ({ id: `i${from + i}`, rank: 2 + from + i, texts: { [ZIP]: '1' } }),
    )
  const act = tab.workbook.performInChunks(null)
  act.add({ changes: [], inserted: lines(0), removed: [] })
  tab.write(NAME, 'Mina')
  // A new line below the import waits with it: the server could not place the line.
  tab.insert({ id: 'b', rank: 3.5, texts: { [NAME]: 'Jun' } })
  await tab.send(false)
  expect(tab.sent.map(({ lines }) => lines.map(({ id }) => id))).toEqual([['a']])
  expect(tab.saving.isDone).toBe(false)
  act.add({ changes: [], inserted: lines(3), removed: [] })
  tab.write(NAME, 'Mina Kim')
  await tab.send(false)
  expect(tab.sent[1]?.lines).toMatchObject([
    { id: 'a', before: { [NAME]: 'Mina' }, texts: { [NAME]: 'Mina Kim' } },
  ])
  act.end()
  await tab.send(false)
  expect(tab.sent.slice(2).flatMap(({ lines }) => lines.map(({ id }) => id))).toEqual([
    'i0',
    'i1',
    'b',
    'i2',
    'i3',
    'i4',
    'i5',
  ])
  expect(tab.saving.isDone).toBe(true)
})

test('no part of a cancelled import is saved', async () => {
  const tab = openTab()
  tab.respondWith(storedAs(5))
  const act = tab.workbook.performInChunks(null)
  act.add({ changes: [], inserted: [{ id: 'i', rank: 2, texts: { [ZIP]: '1' } }], removed: [] })
  await tab.send(false)
  act.cancel()
  await tab.send(false)
  expect(tab.sent).toEqual([])
  expect(tab.saving.isDone).toBe(true)
})
