import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameText, writeCells, writeCellsGradually } from '@/lib/sheet/acts/cells'
import { fillLines } from '@/lib/sheet/acts/fill'
import { removeLines } from '@/lib/sheet/acts/lines'
import type { Writes } from '@/lib/sheet/orders/edits'
import type { Line, LineId } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { UnsentChanges } from '@/lib/sheet/sync/unsent'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import type { UndoStep } from './history'

const sheet = sheets['orders/japan']
const NUMBER = sheet.key
const NAME = 'recipient.name'
const ITEM = 'items[].name'
const columns = sheet.columns.filter(({ id }) => id === NUMBER || id === NAME || id === ITEM)
/** Acts on so many lines are gradual, and a sort of all of them as well. */
const [MANY, ALL] = [2100, 5100]

/** Orders of one to three lines; the lines of an order repeat its name, which then changes with it. */
const lines = Array.from({ length: ALL }, (_, i): Line => {
  const order = i - (i % 10 < 3 ? i % 10 : 0)
  const texts = { [NUMBER]: `N${(order * 7919) % ALL}`, [NAME]: `name ${order % 40}` }
  return { id: `L${i}`, rank: i, texts: i % 4 === 0 ? { ...texts, [ITEM]: `item ${i % 5}` } : texts }
})

/** A workbook, what it saves and what its journal would hold. */
class Tab {
  readonly workbook = new Workbook(sheet, lines)
  readonly unsent = new UnsentChanges(this.workbook.draft, 4, NUMBER)
  readonly journal: UndoStep[] = []
  readonly later: (() => void)[] = []
  readonly ended: string[] = []

  constructor() {
    this.workbook.scheduleTask = work => this.later.push(work)
    this.workbook.onPatch = (patch, isPart) => this.unsent.record(patch, undefined, isPart)
    this.workbook.onActEnd = () => this.unsent.endAct()
    this.workbook.history.onAct = step => this.journal.push(step)
  }

  /** Runs some deferred tasks. */
  step(count: number): void {
    for (let i = 0; i < count; i++) this.later.shift()?.()
  }

  write(name: string, writes: Writes): void {
    writeCellsGradually(this.workbook, { ids: [] }, writes, null, ({ locked }) =>
      this.ended.push(`${name}: ${locked} locked`),
    )
  }

  act(act: Act): void {
    const { workbook } = this
    workbook.finishActs()
    const rows = workbook.visible
    const from = act.from % Math.max(1, rows.length - MANY)
    const some = rows.slice(from, from + MANY)
    const range = { top: from, bottom: from + MANY - 1, left: act.column, right: 2 }
    const screen = { rows, filled: rows.length, columns }
    if (act.kind === 'clear') this.write('clear', sameText(screen, [range], ''))
    if (act.kind === 'set') this.write('set', sameText(screen, [range], act.text))
    if (act.kind === 'fill') {
      const filled = columns.slice(act.column, act.column + 1)
      const fill = { from: some.slice(0, 2), to: some.slice(2), columns: filled, continuesSeries: true }
      this.write('fill', fillLines(workbook.edits, fill))
    }
    if (act.kind === 'remove') removeLines(workbook, some, null)
    if (act.kind === 'type')
      writeCells(workbook, { ids: [] }, new Map([[some[0] ?? '', { [ITEM]: act.text }]]), null)
    if (act.kind === 'sort')
      workbook.sortBy({ column: NUMBER, descending: act.column === 1 }, null, () => this.ended.push('sort'))
    if (act.kind === 'undo') workbook.undo()
    if (act.kind === 'redo') workbook.redo()
  }

  /** Everything that an act leaves behind. Taking what is to be saved ends the session. */
  outcome() {
    const { workbook, journal, ended, unsent } = this
    workbook.finishActs()
    const { draft, history, arrangement, visible, orderCount, isActInProgress } = workbook
    return {
      lines: draft.order.map(id => draft.lines.get(id)),
      history: [history.depth, history.canRedo],
      view: [arrangement, [...visible]],
      orderCount,
      isActInProgress,
      journal,
      ended,
      saved: unsent.nextSave(Number.POSITIVE_INFINITY).save,
    }
  }
}

interface Act {
  readonly kind: 'clear' | 'set' | 'fill' | 'remove' | 'type' | 'sort' | 'undo' | 'redo'
  readonly from: number
  readonly column: number
  readonly text: string
}

const gradual = fc.constantFrom<Act['kind']>('clear', 'set', 'fill', 'remove', 'sort')
const act = (kind: fc.Arbitrary<Act['kind']>) =>
  fc.record({ kind, from: fc.nat(ALL), column: fc.nat(2), text: fc.constantFrom('', 'x', 'name 3') })
const any = act(fc.oneof(gradual, fc.constantFrom<Act['kind']>('type', 'undo', 'undo', 'redo')))

test('acts that are applied gradually leave the same behind as at once, whenever the next act comes', () => {
  const script = fc.array(fc.tuple(any, fc.nat(12)), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(act(gradual), fc.nat(12), script, (first, steps, more) => {
      const [gradually, atOnce] = [new Tab(), new Tab()]
      for (const [next, count] of [[first, steps] as const, ...more]) {
        gradually.act(next)
        gradually.step(count)
        atOnce.act(next)
        atOnce.workbook.finishActs()
      }
      expect(gradually.outcome()).toEqual(atOnce.outcome())
    }),
    { numRuns: 15, seed: 20261128 },
  )
})

test('what others write during a gradual act is not lost: it stays, or the server notices the conflict', () => {
  const written = fc.uniqueArray(fc.nat(ALL - 1), { minLength: 1, maxLength: 20 })
  const acts = fc.constantFrom<Act['kind']>('clear', 'set', 'remove')
  fc.assert(
    fc.property(act(acts), fc.nat(20), written, (first, steps, positions) => {
      const tab = new Tab()
      const { workbook, unsent } = tab
      tab.act(first)
      tab.step(steps)
      const theirs = positions.map(
        (at): Line => ({ ...lineAt(at), texts: { ...lineAt(at).texts, [NAME]: 'theirs' } }),
      )
      const waiting = theirs.filter(({ id }) => workbook.draft.lines.get(id) === lineAt(Number(id.slice(1))))
      workbook.applyRemote(unsent.mergeRemote({ lines: theirs, removed: [] }))
      workbook.finishActs()
      const nameOf = (line: LineId) => workbook.text({ line, column: NAME })
      // Nothing was written into these lines yet, so they have the text of the others now.
      expect(waiting.map(({ id }) => nameOf(id))).toEqual(waiting.map(() => 'theirs'))
      const save = unsent.nextSave(Number.POSITIVE_INFINITY).save
      const conflicts = new Set([
        ...(save?.lines ?? []).filter(({ before }) => before?.[NAME] !== undefined).map(({ id }) => id),
        ...(save?.removes ?? []).filter(({ seen }) => seen === 4).map(({ id }) => id),
      ])
      const lost = theirs.filter(({ id }) => nameOf(id) !== 'theirs' && !conflicts.has(id))
      expect(lost).toEqual([])
      // The act reaches all other lines.
      const alone = new Tab()
      alone.act(first)
      alone.workbook.finishActs()
      const others = ({ draft }: Workbook) =>
        draft.order.filter(id => !theirs.some(line => line.id === id)).map(id => draft.lines.get(id))
      expect(others(workbook)).toEqual(others(alone.workbook))
    }),
    { numRuns: 20, seed: 20261128 },
  )
})

const lineAt = (at: number): Line => lines[at] ?? { id: '', rank: 0, texts: {} }
