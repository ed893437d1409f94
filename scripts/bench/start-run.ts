import { createHash, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FrozenRun, PreparedOrder } from '@/lib/ledger/rules/prepared'
import { cancelRun } from '@/lib/ledger/runner/control'
import { startRun } from '@/lib/ledger/runner/preparation/start'
import { saveLines } from '@/lib/store/drafts/drafts'
import { saveVerdicts } from '@/lib/store/ledger/checks/verdicts'
import { connectionTo, draftOutcomes } from '@/testing/ledger/harness'
import { runPorts } from '../lib/bench/large-draft'
import { openBench, orderTexts } from '../lib/bench/service-bench'

// Starting a check and a registration of a draft of 100,000 orders, sending all outcomes to the desk, and cancelling:
// how long the server does nothing else, compared with the allowed 100 ms, and how long a save of another draft waits.

const ORDERS = 100_000
const ALLOWED = 100
const LONGEST_SAVE = 1000

const bench = await openBench()
const { database } = bench
const place = { envId: 'test:bench', connectionId: 'bench' }
const ports = runPorts(database, connectionTo('http://127.0.0.1', { envId: place.envId }))
const orders: PreparedOrder[] = [...orderTexts(ORDERS, 'L')].map((payload, position) => {
  const sha256 = createHash('sha256').update(payload).digest('hex')
  const mallOrderNumber = `L-${100_000 + position}`
  return { lineIds: [`line ${position}`], mallOrderNumber, payload, sha256, fingerprint: sha256 }
})

await measured('start a check', () => startKind('check'))
await passAll()
const runId = await measured('start a registration', () => startKind('register'))
await measured('load the results of the draft', () => draftOutcomes(database.longReads, 'draft', place))
await measured('cancel', () => cancelRun(database, runId, 'bench', Date.now))
await bench.close()

async function startKind(kind: FrozenRun['kind']): Promise<string> {
  const operation = kind === 'check' ? 'checkJapanOrders' : 'registerJapanOrders'
  const about = { draftId: 'draft', connectionId: 'bench', operatorId: 'bench' }
  const started = await startRun(ports, { kind, operation, ...about, clientRequestId: randomUUID(), orders })
  if (!started.ok || started.accepted !== ORDERS) throw new Error('Not every order was taken.')
  return started.runId
}

/** Stores a passed check for every order, some hundreds at a time. */
async function passAll(): Promise<void> {
  const row = { draft_id: 'draft', env_id: place.envId, connection_id: place.connectionId, line_ids: '[]' }
  const passed = { variant: 'japan' as const, passed: 1, failures: '[]', payload: null, attempt_id: '' }
  for (let from = 0; from < ORDERS; from += 200) {
    const checked_at = new Date().toISOString()
    const rows = orders.slice(from, from + 200).map(({ mallOrderNumber, sha256, fingerprint }, at) => ({
      ...row,
      ...passed,
      sha256,
      fingerprint,
      checked_at,
      mall_order_number: mallOrderNumber,
      position: from + at,
    }))
    await saveVerdicts(database.kysely, rows)
  }
}

/** Prints how long an act blocked the event loop, and how long saves of another draft took meanwhile. */
async function measured<T>(name: string, act: () => Promise<T>): Promise<T> {
  globalThis.gc?.()
  let block = 0
  let before = performance.now()
  const watch = setInterval(() => {
    const now = performance.now()
    block = Math.max(block, now - before)
    before = now
  }, 2)
  let isOver = false
  const saving = saveUntil(() => isOver)
  const result = await act()
  isOver = true
  const slowest = await saving
  clearInterval(watch)
  const about = `${name} of 100,000 orders`
  report(`${about}: longest block of the server`, block, ALLOWED)
  report(`${about}: slowest save of another draft`, slowest, LONGEST_SAVE)
  return result
}

/** Saves another draft from time to time. @returns the longest save, in milliseconds */
async function saveUntil(isOver: () => boolean): Promise<number> {
  let slowest = 0
  for (let rank = 0; !isOver(); rank++) {
    const began = performance.now()
    const head = { id: 'other', sheet: 'orders/japan', name: 'Other', operatorId: 'bench' }
    const upserts = [{ id: 'line', rank, texts: {} }]
    await database.write(trx => saveLines(trx, head, { upserts, removes: [] }, new Date()))
    slowest = Math.max(slowest, performance.now() - began)
    await setTimeout(100)
  }
  return slowest
}

function report(name: string, ours: number, limit: number): void {
  console.log(JSON.stringify({ name, ours, limit, ratio: ours / limit, unit: 'ms', target: 1 }))
}
