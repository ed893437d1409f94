import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyPatch, draftOf, invertPatch, type LineChange, type Patch } from '@/lib/sheet/draft/draft'
import type { Line } from '@/lib/sheet/schema/line'
import type { LoggedEdit } from './log'
import { recover } from './recover'

const line = (id: string, texts: Record<string, string>, rank = 1): Line => ({ id, rank, texts })
const change = (id: string, before: Record<string, string>, after: Record<string, string>): Patch => ({
  changes: [{ line: id, before, after }],
  inserted: [],
  removed: [],
})
const act = (patch: Patch): LoggedEdit => ({ patch, isMove: false })

test('an unsaved edit is recovered, an edit that was already saved changes nothing', () => {
  const deeds = [
    act(change('a', { name: '' }, { name: 'Mina' })),
    act(change('b', { name: 'x' }, { name: 'y' })),
  ]
  const { lines, dirty, lost } = recover([line('a', {}), line('b', { name: 'y' })], deeds)
  expect(lines).toEqual([line('a', { name: 'Mina' }), line('b', { name: 'y' })])
  expect(dirty).toEqual(['a'])
  expect(lost).toBe(0)
})

test('texts that another operator wrote meanwhile stay, and are counted', () => {
  const deeds = [
    act(change('a', { name: '', zip: '' }, { name: 'Mina', zip: '100' })),
    act(change('gone', { name: '' }, { name: 'x' })),
    act({ changes: [], inserted: [], removed: [line('b', { name: 'old' })] }),
  ]
  const { lines, dirty, lost } = recover([line('a', { name: 'Jun' }), line('b', { name: 'new' })], deeds)
  expect(lines).toEqual([line('a', { name: 'Jun', zip: '100' }), line('b', { name: 'new' })])
  expect(dirty).toEqual(['a'])
  expect(lost).toBe(3)
})

test('a moved line is moved, and stays removed or blank where another operator removed or blanked it', () => {
  const [a, b] = [line('a', { name: 'Mina', zip: '100' }, 1), line('b', { name: 'Jun' }, 2)]
  const moved: Patch = {
    changes: [],
    removed: [a, b],
    inserted: [
      { ...a, rank: 20 },
      { ...b, rank: 10 },
    ],
  }
  const { lines, dirty, lost } = recover([line('a', { name: 'Mina' }, 1)], [act(moved)])
  expect(lines).toEqual([line('a', { name: 'Mina' }, 20)])
  expect(dirty).toEqual(['a'])
  expect(lost).toBe(0)
})

test('whichever edits were saved before the tab ended, the draft is as the operator left it', () => {
  const id = fc.constantFrom('a', 'b', 'c')
  const text = fc.constantFrom('', '1', '2', '3')
  const write = fc.record<Write>({ kind: fc.constant('write'), id, column: fc.constantFrom('p', 'q'), text })
  const structure = fc.record<Structure>({
    kind: fc.constantFrom('insert', 'remove'),
    id,
    text,
    rank: fc.nat(9),
  })
  const move = fc.record<Move>({ kind: fc.constantFrom('undo', 'redo') })
  const acts = fc.array(fc.oneof({ weight: 2, arbitrary: write }, structure, move), {
    maxLength: 30,
    size: 'max',
  })
  fc.assert(
    fc.property(acts, fc.nat(30), fc.infiniteStream(fc.nat(30)), (script, from, luck) => {
      const draft = draftOf([line('a', { p: '1' }, 1), line('b', {}, 2), line('c', { q: '2' }, 3)])
      const states = [new Map(draft.lines)]
      const deeds: LoggedEdit[] = []
      const past: Patch[] = []
      let future: Patch[] = []
      const perform = (patch: Patch, isMove: boolean) => {
        applyPatch(draft, patch)
        deeds.push({ patch, isMove })
        states.push(new Map(draft.lines))
      }
      for (const step of script) {
        if (!('id' in step)) {
          const patch = (step.kind === 'undo' ? past : future).pop()
          if (!patch) continue
          ;(step.kind === 'undo' ? future : past).push(patch)
          perform(step.kind === 'undo' ? invertPatch(patch) : patch, true)
          continue
        }
        const patch = patchOf(step, draft.lines)
        if (!patch) continue
        past.push(patch)
        future = []
        perform(patch, false)
      }
      // Everything up to `saved` is known to be on the server; of each line the server may also have a later state.
      const saved = Math.min(from, states.length - 1)
      const server = new Map<string, Line>()
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        const state = saved + ((luck.next().value as number) % (states.length - saved))
        const now = states[state]?.get(name)
        if (now) server.set(name, now)
      }
      const { lines, lost } = recover([...server.values()], deeds.slice(saved))
      expect(lost).toBe(0)
      expect(new Map(lines.map(found => [found.id, found]))).toEqual(new Map(draft.lines))
    }),
    { numRuns: 1000 },
  )
})

type Write = { kind: 'write'; id: string; column: string; text: string }
type Structure = { kind: 'insert' | 'remove'; id: string; text: string; rank: number }
type Move = { kind: 'undo' | 'redo' }

function patchOf(step: Write | Structure, lines: ReadonlyMap<string, Line>): Patch | undefined {
  const now = lines.get(step.id)
  if (step.kind === 'insert') {
    const texts: Record<string, string> = step.text === '' ? {} : { p: step.text }
    return now ? undefined : { changes: [], inserted: [line(step.id, texts, step.rank)], removed: [] }
  }
  if (!now) return undefined
  if (step.kind !== 'write') return { changes: [], inserted: [], removed: [now] }
  const before = now.texts[step.column] ?? ''
  if (before === step.text) return undefined
  const written: LineChange = {
    line: step.id,
    before: { [step.column]: before },
    after: { [step.column]: step.text },
  }
  return { changes: [written], inserted: [], removed: [] }
}
