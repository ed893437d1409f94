import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveLines } from '@/lib/store/drafts/drafts'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases } from '@/testing/store/databases'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { closeLiveStreams, openLiveStream } from './live'

// Where a process keeps its hub (live.ts).
const shared = globalThis as { [key: symbol]: unknown }
const KEY = Symbol.for('lading.live')
let before: unknown
beforeEach(() => {
  before = shared[KEY]
  shared[KEY] = undefined
})
afterEach(async () => {
  await closeLiveStreams()
  shared[KEY] = before
})

describeDatabases('live streams of one operator', openTestDatabase => {
  test('are bounded, also when they are opened at once; another operator still gets one', async () => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    const { kysely } = database
    const account = { email: 'm@x', name: 'Mina', passwordHash: '-', role: 'viewer' } as const
    const { id: mina } = await addOperator(kysely, account)
    const { id: jun } = await addOperator(kysely, { ...account, email: 'j@x', name: 'Jun' })
    const draft = { id: '0123456789ab', sheet: 'orders/japan', name: 'Monday', operatorId: mina }
    await saveLines(kysely, draft, { upserts: [{ id: 'a', rank: 1, texts: {} }], removes: [] }, new Date())
    const closing: AbortController[] = []
    const open = (operatorId: string, at: number) => {
      const controller = new AbortController()
      closing.push(controller)
      const reader = { draftId: draft.id, editingSession: `${operatorId}-${at}`, operatorId, role: 'viewer' }
      return openLiveStream({ ...reader, sessionId: operatorId }, '', controller.signal)
    }
    const streams = await Promise.all(Array.from({ length: 60 }, (_, at) => open(mina, at)))
    expect(streams.filter(stream => stream instanceof ReadableStream)).toHaveLength(20)
    expect(streams.filter(stream => stream === 'too-many')).toHaveLength(40)
    // A refused stream writes nothing.
    const sessions = await kysely.selectFrom('draft_sitting').select('id').execute()
    expect(sessions).toHaveLength(20)
    expect(await open(jun, 0)).toBeInstanceOf(ReadableStream)

    // Each stream that ends leaves its place: the client disconnects, or stops reading.
    const opened = streams.findIndex(stream => stream instanceof ReadableStream)
    closing[opened]?.abort()
    expect(await open(mina, 100)).toBeInstanceOf(ReadableStream)
    expect(await open(mina, 101)).toBe('too-many')
    const last = streams.findLastIndex(stream => stream instanceof ReadableStream)
    const cancelled = streams[last]
    if (cancelled instanceof ReadableStream) await cancelled.cancel()
    // A disconnection that follows changes nothing more.
    closing[last]?.abort()
    expect(await open(mina, 102)).toBeInstanceOf(ReadableStream)
    expect(await open(mina, 103)).toBe('too-many')
  })
})
