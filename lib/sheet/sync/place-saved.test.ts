import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Patch, ranksAfter } from '@/lib/sheet/draft/draft'
import type { Line } from '@/lib/sheet/schema/line'
import { KEY, SavedDraft, syncAll, Tab, textsOf } from '@/testing/sheet/sync-harness'

/** Inserts the lines of an order below a line; the first one has a number unless it continues the order above. */
function insert(tab: Tab, order: string, lines: number, after: string | null, isContinued = false): void {
  const ranks = ranksAfter(tab.draft, after, lines) ?? []
  const inserted = ranks.map(
    (rank, i): Line => ({
      id: `${order}${i}`,
      rank,
      texts: i === 0 && !isContinued ? { [KEY]: order, name: order } : { name: order },
    }),
  )
  const patch: Patch = { changes: [], removed: [], inserted }
  tab.edit(patch)
}

/** The texts of the draft's lines in their order. */
const namesOf = (tab: Tab) => tab.draft.order.map(id => tab.draft.lines.get(id)?.texts.name).join('')

function opened(chunk?: number) {
  const server = new SavedDraft()
  const first = { id: 'a0', rank: 1024, texts: { [KEY]: 'a', name: 'a' }, before: null, after: null }
  server.save('first', 1, { seen: 0, removes: [], lines: [first] })
  return { mina: new Tab('mina', server, chunk), kim: new Tab('kim', server, chunk) }
}

test('orders that two people paste at the same position are placed one below the other', () => {
  const { mina, kim } = opened()
  insert(mina, 'm', 3, 'a0')
  insert(kim, 'k', 3, 'a0')
  syncAll(mina, kim)
  expect(namesOf(mina)).toBe('akkkmmm')
  expect(namesOf(kim)).toBe('akkkmmm')
})

test('an item that is added to the order above stays in it, whichever save arrives first', () => {
  for (const isFirst of [true, false]) {
    const { mina, kim } = opened()
    insert(mina, 'm', 1, 'a0', true)
    insert(kim, 'k', 2, 'a0')
    syncAll(...(isFirst ? [mina, kim] : [kim, mina]))
    expect(namesOf(mina)).toBe('amkk')
    expect(namesOf(kim)).toBe('amkk')
  }
})

test('no order is split when two people paste concurrently, in any number of chunks', () => {
  const who = fc.constantFrom<'mina' | 'kim'>('mina', 'kim')
  const step = fc.oneof(
    fc.record({
      who,
      act: fc.constant('insert' as const),
      lines: fc.integer({ min: 1, max: 5 }),
      at: fc.nat(),
    }),
    { weight: 2, arbitrary: fc.record({ who, act: fc.constant('send' as const) }) },
    fc.record({ who, act: fc.constant('hear' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12, size: 'max' }), script => {
      const tabs = opened(150)
      const ends = { mina: ['a0'], kim: ['a0'] }
      for (const [i, one] of script.entries()) {
        const tab = tabs[one.who]
        if (one.act === 'send') tab.send(false)
        else if (one.act === 'hear') tab.receive()
        else {
          const name = String.fromCharCode(0x4e00 + i)
          const own = ends[one.who]
          insert(tab, name, one.lines, own[one.at % own.length] ?? null)
          own.push(`${name}${one.lines - 1}`)
        }
      }
      syncAll(tabs.mina, tabs.kim)
      expect(textsOf(tabs.mina.draft.lines.values())).toEqual(textsOf(tabs.kim.draft.lines.values()))
      const runs = namesOf(tabs.mina).match(/(.)\1*/gu) ?? []
      expect(runs.length).toBe(new Set(runs.map(run => run[0])).size)
    }),
    { numRuns: 1000 },
  )
})
