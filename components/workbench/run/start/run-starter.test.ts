import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RunView, StartStatus } from '@/lib/desk-api/runs/runs'
import { createRunStarter } from './run-starter'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const preparing: StartStatus = { state: 'preparing', done: 1, total: 2 }
const finished: StartStatus = {
  state: 'finished',
  result: { ok: true, value: { runId: 'run 1', accepted: 2, withheld: 0 } },
}

/** Starts a run. @param statusOf what the server responds to the looks from the first on; undefined: nothing */
function start(statusOf: (look: number) => StartStatus | undefined) {
  let looks = 0
  vi.stubGlobal('fetch', async () => {
    const status = statusOf(looks++)
    if (!status) throw new TypeError('Failed to fetch')
    return Response.json(status)
  })
  const shown: (RunView | null)[] = []
  const responses: boolean[] = []
  const starter = createRunStarter(
    'register',
    async () => ({ ok: true, value: { runId: 'run 1' } }),
    run => shown.push(run),
    hasCome => responses.push(hasCome),
  )
  const request = { draftId: 'D', sheetId: 'orders/japan', connectionId: 'C', revision: 1 } as const
  const outcome = starter({ ...request, clientRequestId: 'R' }).then(
    result => ({ result }),
    (error: unknown) => ({ error }),
  )
  return { outcome, shown, responses, looks: () => looks }
}

test('a start over a poor network is awaited as long as a response comes now and then', async () => {
  const { outcome, shown, responses } = start(look =>
    look === 60 ? finished : look % 2 === 0 ? preparing : undefined,
  )
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await outcome).toEqual({ result: { ok: true, value: { runId: 'run 1', accepted: 2, withheld: 0 } } })
  expect(shown.at(-1)).toMatchObject({ runId: 'run 1', state: 'preparing' })
  expect(responses.slice(0, 3)).toEqual([true, false, true])
})

test('a start whose connection is lost is no longer shown as being prepared', async () => {
  const { outcome, shown, looks } = start(look => (look === 0 ? preparing : undefined))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await outcome).toHaveProperty('error')
  expect(looks()).toBe(22)
  expect(shown).toEqual([expect.objectContaining({ state: 'preparing', done: 1, total: 2 }), null])
})
