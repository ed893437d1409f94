import { expect, test } from 'vitest'
import { saveVerdicts } from '@/lib/store/ledger/checks/verdicts'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { draftOutcomes, openStage, openTestDesk, orders, prepared, testPlace } from '@/testing/ledger/harness'
import { countStatements, describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow, verdictRow } from '@/testing/store/ledger-rows'
import { type OutcomeChanges, outcomeChanges, outcomesOf, outcomesPage } from './outcomes'

const time = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString()

/** The row of a passed check. */
const row = (number: string, checked_at: string) => ({
  draft_id: 'draft',
  env_id: testPlace.envId,
  connection_id: testPlace.connectionId,
  mall_order_number: number,
  variant: 'japan' as const,
  sha256: 'hash',
  fingerprint: 'print',
  line_ids: '[]',
  position: 0,
  passed: 1,
  failures: '[]',
  payload: null,
  attempt_id: 'attempt',
  checked_at,
})

describeDatabases('changes of a draft of thousands of orders', openTestDatabase => {
  /** A draft whose order at each position was checked at the time given for it. */
  async function openChecked(count: number, at: (position: number) => string) {
    const { kysely } = await openTestDatabase()
    const rows = Array.from({ length: count }, (_, position) => ({
      draft_id: 'draft',
      env_id: testPlace.envId,
      connection_id: testPlace.connectionId,
      mall_order_number: `A-${position}`,
      variant: 'japan' as const,
      sha256: 'hash',
      fingerprint: 'print',
      line_ids: '[]',
      position,
      passed: 1,
      failures: '[]',
      payload: null,
      attempt_id: 'attempt',
      checked_at: at(position),
    }))
    await saveVerdicts(kysely, rows)
    /** How many outcomes each page has, up to the last page. */
    const pages = async () => {
      const sizes: number[] = []
      for (let since: string | undefined = ''; since !== undefined; ) {
        const page: Awaited<ReturnType<typeof outcomesPage>> = await outcomesPage(
          kysely,
          'draft',
          testPlace,
          since,
        )
        sizes.push(page.outcomes.length)
        since = page.next
      }
      return sizes
    }
    return { kysely, pages }
  }

  test('come in pages, each order once, oldest first', async () => {
    const { kysely, pages } = await openChecked(4100, position => time(position))
    expect(await pages()).toEqual([1999, 1999, 102])
    const all = await draftOutcomes(kysely, 'draft', testPlace)
    expect(all.map(one => one.position)).toEqual(Array.from({ length: 4100 }, (_, at) => at))
    expect(await draftOutcomes(kysely, 'draft', testPlace, time(4090))).toHaveLength(10)
  })

  test('that changed at the same time are on one page', async () => {
    const { pages } = await openChecked(4100, position => time(position < 4090 ? 0 : 1))
    expect(await pages()).toEqual([4090, 10])
  })

  test('are one empty page for a draft without outcomes', async () => {
    const { pages } = await openChecked(0, () => time(0))
    expect(await pages()).toEqual([0])
  })
})

describeDatabases('changes of a draft on which two servers work', openTestDatabase => {
  test('include changes that another server committed two seconds late, or with a clock two seconds behind', async () => {
    const { kysely } = await openTestDatabase()
    const ask = async (since: string, now: number) => {
      const { outcomes, ...rest } = await outcomeChanges(kysely, 'draft', testPlace, since, now)
      return { numbers: outcomes.map(one => one.mallOrderNumber), ...rest }
    }
    await saveVerdicts(kysely, [row('A-1', time(0))])
    const first = await ask('', 10_000)
    expect(first).toEqual({ numbers: ['A-1'], until: new Date(8000).toISOString(), more: false })
    const begin = Date.parse(time(10_000))
    const { until } = await ask(time(0), begin)
    // The response is already sent when the other server commits a change with a timestamp two seconds in the past.
    await saveVerdicts(kysely, [row('late', time(8000)), row('longer ago', time(7999))])
    const next = await ask(until, begin + 300)
    expect(next).toEqual({ numbers: ['late'], until: time(8300), more: false })
    // Changes are repeated only within the overlap.
    expect((await ask(next.until, begin + 600)).numbers).toEqual([])
  })

  test('continues where a page ended, and overlaps only after the last page', async () => {
    const { kysely } = await openTestDatabase()
    const rows = Array.from({ length: 2500 }, (_, at) => row(`A-${at}`, time(at)))
    await saveVerdicts(kysely, rows)
    const now = Date.parse(time(60_000))
    const first = await outcomeChanges(kysely, 'draft', testPlace, '', now)
    expect([first.outcomes.length, first.until, first.more]).toEqual([
      1999,
      `checked ${now} ${time(1999)}`,
      true,
    ])
    const last = await outcomeChanges(kysely, 'draft', testPlace, first.until, now)
    expect([last.outcomes.length, last.until, last.more]).toEqual([501, time(58_000), false])
  })
})

describeDatabases('a draft that is opened', openTestDatabase => {
  /** Reads all outcomes as a browser does. @returns the responses, with the time of the first one */
  async function readAll(db: Parameters<typeof outcomeChanges>[0], now: number) {
    const pages: OutcomeChanges[] = []
    for (let since = ''; pages.at(-1)?.more !== false; since = pages.at(-1)?.until ?? '') {
      pages.push(await outcomeChanges(db, 'draft', testPlace, since, now + pages.length * 60_000))
    }
    return pages
  }

  test('gets the ids of registered orders first, and each outcome once', async () => {
    const { kysely } = await openTestDatabase()
    const place = { draft_id: 'draft', env_id: testPlace.envId, connection_id: testPlace.connectionId }
    const numbers = Array.from({ length: 2600 }, (_, at) => `A-${at}`)
    await saveVerdicts(
      kysely,
      numbers.map((number, position) =>
        verdictRow(number, { ...place, position, checked_at: time(position) }),
      ),
    )
    await insertRun(kysely, runRow('r1', { ...place, kind: 'register' }))
    // Of each hundred orders one is rejected, and of the last three hundred none was sent.
    const sent = numbers.slice(0, 2300).map((number, position) => {
      const state = position % 100 === 0 ? ('REJECTED' as const) : ('REGISTERED' as const)
      const { draft_id, env_id } = place
      return orderRow(number, { draft_id, env_id, position, state, updated_at: time(10_000 + position) })
    })
    await enqueueOrders(kysely, sent)
    const began = Date.parse(time(60_000))
    const pages = await readAll(kysely, began)
    const read = pages.flatMap(page => page.outcomes)
    expect([...new Set(read.map(one => one.state))]).toEqual(['registered', 'rejected', 'passed'])
    const sorted = read.toSorted((one, other) => one.position - other.position)
    expect(sorted).toEqual(await draftOutcomes(kysely, 'draft', testPlace))
    expect(pages).toHaveLength(2)
    expect(pages.at(-1)?.until).toBe(time(58_000))
  })

  test('learns of orders that change while it is read', async () => {
    const { kysely } = await openTestDatabase()
    const rows = Array.from({ length: 2500 }, (_, at) => row(`A-${at}`, time(at)))
    await saveVerdicts(kysely, rows)
    const now = Date.parse(time(60_000))
    const first = await outcomeChanges(kysely, 'draft', testPlace, '', now)
    await saveVerdicts(kysely, [row('A-1', time(60_500))])
    const last = await outcomeChanges(kysely, 'draft', testPlace, first.until, now + 5000)
    const later = await outcomeChanges(kysely, 'draft', testPlace, last.until, now + 9000)
    expect(later.outcomes.map(one => one.mallOrderNumber)).toEqual(['A-1'])
  })
})

describeDatabases('outcomes of some orders of a draft', openTestDatabase => {
  test('equal those among all orders, and cost only as much as these orders', async () => {
    const stage = await openStage()
    const database = await openTestDatabase()
    const desk = openTestDesk(database, stage.origin)
    // The service rejects the first registered orders, and the following check finds no reason.
    stage.service.refuses = numbers => numbers.includes('A-1')
    await desk.finish('checkJapanOrders', [...orders(250), prepared('W-1', 'wrong')])
    await desk.finish('registerJapanOrders', orders(100))
    const all = await desk.outcomes()
    expect(new Set(all.map(one => one.state))).toEqual(
      new Set(['passed', 'failing', 'registered', 'rejected']),
    )
    const numbers = ['A-1', 'A-60', 'A-200', 'W-1', 'nobody']
    const { db, counts } = countStatements(database.kysely)
    const some = await outcomesOf(db, 'draft', testPlace, numbers)
    const sorted = some.toSorted((one, other) => one.position - other.position)
    expect(sorted).toEqual(all.filter(one => numbers.includes(one.mallOrderNumber)))
    expect(counts.rows).toBeLessThan(2 * numbers.length)
    await desk.runner.close()
    await stage.close()
  })
})
