import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Patch } from '@/lib/sheet/draft/draft'
import type { Line } from '@/lib/sheet/schema/line'
import { KEY, SavedDraft, syncAll, Tab, textsOf } from '@/testing/sheet/sync-harness'

const noPatch: Patch = { changes: [], inserted: [], removed: [] }

function write(tab: Tab, line: string, column: string, text: string): Patch {
  const now = tab.draft.lines.get(line)
  const before = now?.texts[column] ?? ''
  if (!now || before === text) return noPatch
  return { ...noPatch, changes: [{ line, before: { [column]: before }, after: { [column]: text } }] }
}

function opened(...lines: Line[]) {
  const server = new SavedDraft()
  server.save('first', 1, { seen: 0, removes: [], lines: lines.map(line => ({ ...line, before: null })) })
  return { server, mina: new Tab('mina', server), kim: new Tab('kim', server) }
}
const line = (id: string, texts: Record<string, string>, rank = 1): Line => ({ id, rank, texts })

test('edits of different cells of one line both survive without a conflict', () => {
  const { server, mina, kim } = opened(line('a', { name: 'x', zip: '1' }))
  mina.edit(write(mina, 'a', 'name', 'Mina'))
  kim.edit(write(kim, 'a', 'zip', '2'))
  syncAll(mina, kim)
  expect(server.texts).toEqual({ a: { rank: 1, name: 'Mina', zip: '2' } })
  expect(textsOf(mina.draft.lines.values())).toEqual(server.texts)
  expect(server.conflicts).toEqual([])
})

test('the later edit of a cell wins, and the earlier text is kept as a conflict for its author', () => {
  const { server, mina, kim } = opened(line('a', { name: 'x' }))
  mina.edit(write(mina, 'a', 'name', 'Mina'))
  kim.edit(write(kim, 'a', 'name', 'Kim'))
  syncAll(mina, kim)
  expect(mina.draft.lines.get('a')?.texts.name).toBe('Kim')
  expect(server.conflicts).toEqual([
    { kind: 'replaced', line: 'a', of: 'mina', by: 'kim', texts: { name: 'Mina' } },
  ])
})

test('changing a text that the operator has seen is not a conflict', () => {
  const { server, mina, kim } = opened(line('a', { name: 'x' }))
  mina.edit(write(mina, 'a', 'name', 'Mina'))
  syncAll(mina, kim)
  kim.edit(write(kim, 'a', 'name', 'Kim'))
  syncAll(kim, mina)
  expect(mina.draft.lines.get('a')?.texts.name).toBe('Kim')
  expect(server.conflicts).toEqual([])
})

test('a line that is moved after an undone edit shows the text of the other operator, so that it is not lost silently', () => {
  const { server, mina, kim } = opened(line('b', { name: 'x' }))
  mina.edit(write(mina, 'b', 'zip', 'Mina'))
  mina.send(false)
  kim.edit(write(kim, 'b', 'zip', 'Kim'))
  kim.receive()
  kim.edit(write(kim, 'b', 'zip', ''))
  const now = kim.draft.lines.get('b')
  if (!now) throw new Error('The line is gone.')
  kim.edit({ ...noPatch, removed: [now], inserted: [{ ...now, rank: 5 }] })
  kim.send(true)
  expect(kim.draft.lines.get('b')?.texts.zip).toBe('Mina')
  syncAll(mina, kim)
  expect(server.texts).toEqual({ b: { rank: 5, name: 'x', zip: 'Mina' } })
})

test('a removed line comes back with the edit of an operator who had not seen the removal', () => {
  const { server, mina, kim } = opened(line('a', { name: 'x', zip: '1' }), line('b', { name: 'y' }, 2))
  mina.edit({ ...noPatch, removed: [line('a', { name: 'x', zip: '1' })] })
  kim.edit(write(kim, 'a', 'name', 'Kim'))
  mina.send(false)
  kim.send(false)
  kim.edit(write(kim, 'b', 'name', 'Kim'))
  kim.send(false)
  mina.edit({ ...noPatch, removed: [line('b', { name: 'y' }, 2)] })
  syncAll(mina, kim)
  expect(server.texts).toEqual({ a: { rank: 1, name: 'Kim', zip: '1' }, b: { rank: 2, name: 'Kim' } })
  expect(textsOf(mina.draft.lines.values())).toEqual(server.texts)
  expect(server.conflicts).toEqual([
    { kind: 'revived', line: 'a', of: 'mina', by: 'kim', texts: {} },
    { kind: 'kept', line: 'b', of: 'kim', by: 'mina', texts: {} },
  ])
})

test('a line that is restored and removed again stays if another operator wrote into it unseen', () => {
  const { server, mina, kim } = opened(line('a', { name: 'x' }))
  kim.edit({ ...noPatch, removed: [line('a', { name: 'x' })] })
  mina.edit(write(mina, 'a', 'name', 'Mina'))
  kim.send(false)
  mina.send(false)
  kim.edit({ ...noPatch, inserted: [line('a', { name: 'x' })] })
  kim.receive()
  kim.edit({ ...noPatch, removed: [line('a', { name: 'x' })] })
  syncAll(mina, kim)
  expect(server.texts).toEqual({ a: { rank: 1, name: 'Mina' } })
  expect(textsOf(kim.draft.lines.values())).toEqual(server.texts)
  expect(server.conflicts).toEqual([
    { kind: 'revived', line: 'a', of: 'kim', by: 'mina', texts: {} },
    { kind: 'kept', line: 'a', of: 'mina', by: 'kim', texts: {} },
  ])
})

test('an edit that is undone before it was sent shows the text that others wrote meanwhile', () => {
  const { mina, kim } = opened(line('a', { name: 'x' }))
  mina.edit(write(mina, 'a', 'name', 'Mina'))
  kim.edit(write(kim, 'a', 'name', 'Kim'))
  kim.send(false)
  mina.receive()
  expect(mina.draft.lines.get('a')?.texts.name).toBe('Mina')
  mina.edit(write(mina, 'a', 'name', 'x'))
  mina.send(false)
  expect(mina.draft.lines.get('a')?.texts.name).toBe('Kim')
})

test('a save whose response was lost is repeated without overwriting later edits', () => {
  const { server, mina, kim } = opened(line('a', { name: 'x' }))
  mina.edit(write(mina, 'a', 'name', 'Mina'))
  mina.send(true)
  kim.receive()
  kim.edit(write(kim, 'a', 'name', 'Kim'))
  kim.send(false)
  syncAll(mina, kim)
  expect(server.texts).toEqual({ a: { rank: 1, name: 'Kim' } })
  expect(mina.draft.lines.get('a')?.texts.name).toBe('Kim')
  expect(server.conflicts).toEqual([])
})

test('after any acts and lost responses two tabs have the same sheet, and every overwritten text is a conflict', () => {
  const who = fc.constantFrom<'mina' | 'kim'>('mina', 'kim')
  const id = fc.constantFrom('a', 'b', 'c')
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        who,
        act: fc.constant('write' as const),
        id,
        column: fc.constantFrom('p', 'q'),
      }),
    },
    fc.record({ who, act: fc.constantFrom('insert' as const, 'remove' as const, 'move' as const), id }),
    { weight: 3, arbitrary: fc.record({ who, act: fc.constant('send' as const), isLost: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ who, act: fc.constant('hear' as const) }) },
    fc.record({ who, act: fc.constant('revert' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), script => {
      const { server, mina, kim } = opened(line('a', { p: 'first' }), line('b', {}, 2))
      const tabs = { mina, kim }
      /** Texts that an operator overwrote or removed after seeing them. */
      const seen = new Set<string>()
      const typed = new Set<string>()
      const done: Record<'mina' | 'kim', Patch[]> = { mina: [], kim: [] }
      let count = 0
      for (const one of script) {
        const tab = tabs[one.who]
        if (one.act === 'send') tab.send(one.isLost)
        else if (one.act === 'hear') tab.receive()
        else {
          const patch = patchOf(tab, one, `${one.who}${++count}`, done[one.who])
          done[one.who].push(patch)
          for (const { after } of patch.changes) for (const text of Object.values(after)) typed.add(text)
          for (const { before } of patch.changes) for (const text of Object.values(before)) seen.add(text)
          for (const gone of patch.removed) for (const text of Object.values(gone.texts)) seen.add(text)
          tab.edit(patch)
        }
      }
      syncAll(mina, kim)
      expect(textsOf(mina.draft.lines.values())).toEqual(server.texts)
      expect(textsOf(kim.draft.lines.values())).toEqual(server.texts)
      const left = new Set([...server.kept.values()].flatMap(({ texts }) => Object.values(texts)))
      const reported = new Set(server.conflicts.flatMap(({ texts }) => Object.values(texts)))
      const silent = [...server.everHeld].filter(
        text => !left.has(text) && !seen.has(text) && !reported.has(text),
      )
      expect(silent).toEqual([])
      expect([...typed].filter(text => text !== '' && !server.everHeld.has(text) && !seen.has(text))).toEqual(
        [],
      )
    }),
    { numRuns: 700 },
  )
})

type Act =
  | { act: 'write'; id: string; column: string }
  | { act: 'insert' | 'remove' | 'move'; id: string }
  | { act: 'revert' }

function patchOf(tab: Tab, one: Act, text: string, done: readonly Patch[]): Patch {
  if (one.act === 'revert') {
    const last = done.at(-1)?.changes[0]
    const [column] = Object.keys(last?.before ?? {})
    return last && column !== undefined ? write(tab, last.line, column, last.before[column] ?? '') : noPatch
  }
  const now = tab.draft.lines.get(one.id)
  if (one.act === 'write') return write(tab, one.id, one.column, text)
  if (one.act === 'insert') return now ? noPatch : { ...noPatch, inserted: [line(one.id, { p: text }, 3)] }
  if (!now) return noPatch
  if (one.act === 'remove') return { ...noPatch, removed: [now] }
  return { ...noPatch, removed: [now], inserted: [{ ...now, rank: now.rank + 10 }] }
}

test('an order is removed in one save, although its lines were removed in two chunks and fill more than one save', () => {
  const orders = ['a', 'b'].flatMap((number, i) => [
    line(`${number}0`, { [KEY]: number }, i * 3 + 1),
    line(`${number}1`, {}, i * 3 + 2),
    line(`${number}2`, { [KEY]: number }, i * 3 + 3),
  ])
  const { mina } = opened(...orders)
  for (const removed of [orders.slice(2), orders.slice(0, 2)]) mina.edit({ ...noPatch, removed })
  // Room for two of the lines.
  const saves = [mina.unsent.nextSave(60).save, mina.unsent.nextSave(60).save]
  expect(saves.map(save => save?.removes.map(({ id }) => id))).toEqual([
    ['a0', 'a1', 'a2'],
    ['b0', 'b1', 'b2'],
  ])
})

test('lines without any number are removed in several saves, because a save has a limit', () => {
  const lines = Array.from({ length: 9 }, (_, i) => line(`a${i}`, { name: 'x' }, i + 1))
  const { mina } = opened(...lines)
  mina.edit({ ...noPatch, removed: lines })
  expect(mina.unsent.nextSave(60).save?.removes).toHaveLength(3)
})
