import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { markAsSample } from '@/lib/sheet/schema/samples/sample-number'
import { sheets } from '@/lib/sheet/schema/sheets'
import { freezeJudgedOrders, freezeOrders } from './freeze'
import { type FreezableLine, JudgedDrafts, type JudgedOrders } from './judged-orders'

const sheet = sheets['orders/japan']
const NUMBER = sheet.key
const samples = markAsSample(sampleOrders(6, 1), NUMBER)
/** Few numbers, so that orders grow, shrink, move apart and become namesakes; 'sample' is refused in production. */
const numbers = ['A-1', 'A-2', ' A-2', 'A-3', '', samples[0]?.[NUMBER] ?? '']
const names = ['山田 太郎', '田中 花子', '']

const at = fc.nat(7)
const edit = fc.oneof(
  fc.record({ kind: fc.constant('name' as const), at, text: fc.constantFrom(...names) }),
  fc.record({ kind: fc.constant('number' as const), at, text: fc.constantFrom(...numbers) }),
  fc.record({ kind: fc.constant('move' as const), at, to: fc.nat(7) }),
  fc.record({ kind: fc.constant('remove' as const), at }),
  fc.record({ kind: fc.constant('insert' as const), at, text: fc.constantFrom(...numbers) }),
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      held: fc.array(at, { maxLength: 1 }),
      changed: fc.array(at, { maxLength: 1 }),
    }),
  },
)
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

/** A draft as the database stores it: each save increments the revision and stamps the lines that it changed. */
class StoredDraft {
  revision = 1
  lines: (FreezableLine & { revision: number })[] = samples.map((texts, rank) => ({
    ...{ id: `line ${rank}`, rank: rank * 10, revision: 1 },
    texts: { ...texts, [NUMBER]: numbers[rank >> 1 === 2 ? 5 : rank >> 1] ?? '' },
  }))
  private added = 0

  save(change: Exclude<Edit, { kind: 'run' }>): void {
    const line = this.lines[change.at % Math.max(1, this.lines.length)]
    const revision = ++this.revision
    const put = (over: Partial<FreezableLine>) => {
      this.lines = this.lines.map(one => (one === line ? { ...one, ...over, revision } : one))
    }
    if (change.kind === 'insert') {
      const texts = { ...samples[change.at % samples.length], [NUMBER]: change.text }
      this.lines.push({ id: `new ${this.added++}`, rank: change.at * 10 + 5, revision, texts })
    } else if (change.kind === 'remove') this.lines = this.lines.filter(one => one !== line)
    else if (change.kind === 'move') put({ rank: change.to * 10 + 3 })
    else {
      const column = change.kind === 'name' ? 'recipient.name' : NUMBER
      put({ texts: { ...line?.texts, [column]: change.text } })
    }
    this.lines.sort((one, other) => one.rank - other.rank || (one.id < other.id ? -1 : 1))
  }
}

test('orders of an earlier run are frozen as a run freezes them that judges all orders', async () => {
  let reused = 0
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 24 }), fc.boolean(), async (edits, isProduction) => {
      const draft = new StoredDraft()
      let before: JudgedOrders | undefined
      for (const change of [...edits, { kind: 'run' as const, held: [], changed: [] }]) {
        if (change.kind !== 'run') {
          draft.save(change)
          continue
        }
        const idsAt = (places: readonly number[]) =>
          new Set(places.flatMap(place => draft.lines[place]?.id ?? []))
        const options = {
          isProduction,
          requirements: [],
          held: idsAt(change.held),
          changed: idsAt(change.changed),
          findElsewhere: async () => new Set(['A-3']),
        }
        const bare = draft.lines.map(({ id, rank, texts }) => ({ id, rank, texts }))
        const { judged: _, ...complete } = await freezeOrders(bare, sheet, options)
        const isUnchanged = before?.revision === draft.revision
        const known = before && isUnchanged ? await freezeJudgedOrders(before, options) : undefined
        const { judged, ...frozen } = known ?? (await freezeOrders(draft.lines, sheet, options, before))
        expect(frozen).toEqual(complete)
        const earlier = new Set(before?.orders.map(order => order.result))
        reused += judged.filter(({ result }) => result && earlier.has(result)).length
        before = { revision: draft.revision, orders: judged }
      }
    }),
    { numRuns: 60 },
  )
  expect(reused).toBeGreaterThan(60)
})

test('the drafts that were kept first make room for others, and a draft that is too large is not kept', () => {
  const drafts = new JudgedDrafts(10)
  const database = {} as Parameters<JudgedDrafts['find']>[0]
  const draftOf = (characters: number): JudgedOrders => {
    const payload = 'x'.repeat(characters)
    const prepared = { lineIds: [], mallOrderNumber: '', payload, sha256: '', fingerprint: '' }
    const order = { firstLine: '', lineIds: [], number: '', isRepeated: false }
    return { revision: 1, orders: [{ ...order, result: { prepared, parcel: '' } }] }
  }
  drafts.keep(database, 'first', draftOf(4))
  drafts.keep(database, 'second', draftOf(4))
  drafts.keep(database, 'third', draftOf(4))
  drafts.keep(database, 'huge', draftOf(11))
  const kept = ['first', 'second', 'third', 'huge'].filter(key => drafts.find(database, key))
  expect(kept).toEqual(['second', 'third'])
})
