import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { preparation } from '@/lib/desk/runs/prepare-run'
import { createConnection, environmentId } from '@/lib/store/connections/connections'
import { dismissSuggestion, listSuggestions } from '@/lib/store/connections/requirement-suggestions'
import { saveRequirements } from '@/lib/store/connections/requirements'
import { readLines, saveLines } from '@/lib/store/drafts/drafts'
import { findRunRequest } from '@/lib/store/ledger/runs/run-requests'
import { addOperator } from '@/lib/store/people/operators'
import { connectionTo, openTestDesk } from '@/testing/ledger/harness'
import { hiddenRules, StrictService, strictOrders } from '@/testing/ledger/strict-service'
import { describeDatabases } from '@/testing/store/databases'
import { RequirementLearner } from './learn'

const SHEET = 'orders/japan'
const DAY_MS = 24 * 60 * 60_000

describeDatabases('requirements that rejections suggest', openTestDatabase => {
  const open: StrictService[] = []
  afterEach(async () => {
    for (const service of open.splice(0)) await service.close()
  })

  /** A draft on a connection whose service has eight rules beyond its API. */
  async function start() {
    const service = await StrictService.listen()
    open.push(service)
    const database = await openTestDatabase()
    const { kysely } = database
    const operator = await addOperator(kysely, {
      ...{ email: 'mina@x', name: 'Mina', passwordHash: '-', role: 'administrator' },
    })
    const connection = await createConnection(kysely, {
      name: 'A',
      environment: 'test',
      baseUrl: service.url,
    })
    const opened = connectionTo(service.url, { envId: environmentId(connection) })
    const clock = { now: Date.now() }
    const learner = new RequirementLearner(
      async () => database,
      () => clock.now,
    )
    const desk = openTestDesk(database, service.url, {
      ...{ preparation, resolveConnection: async () => opened, onChecked: learner.add },
    })
    const draft = { id: randomUUID(), sheet: SHEET, name: 'Qoo10', operatorId: operator.id }
    const check = async (orders: readonly Readonly<Record<string, string>>[]) => {
      const before = await readLines(kysely, draft.id)
      const upserts = orders.map((texts, at) => ({ id: `line ${at}`, rank: at, texts }))
      const removes = before.flatMap(({ id }) => (upserts.some(one => one.id === id) ? [] : id))
      await saveLines(kysely, draft, { upserts, removes }, new Date())
      const on = { draftId: draft.id, connectionId: connection.id, operatorId: operator.id }
      const id = await desk.record('check', on)
      await desk.runner.idle()
      await learner.settled()
      return JSON.parse((await findRunRequest(kysely, id))?.result ?? 'null')
    }
    const suggested = async () =>
      (await listSuggestions(kysely, connection.id, 'open'))
        .map(({ column, rule, orders }) => ({ column, rule: JSON.parse(rule), orders }))
        .sort((a, b) => (a.column < b.column ? -1 : 1))
    const add = async (rules: readonly { column: string; rule: { kind: string } }[]) => {
      const rows = rules.map(({ column, rule }) => ({
        ...{ connectionId: connection.id, sheet: SHEET, column, kind: rule.kind, rule: JSON.stringify(rule) },
        ...({ severity: 'error', isEnabled: true } as const),
      }))
      await saveRequirements(kysely, rows, operator.id, new Date().toISOString())
    }
    return { service, kysely, operator, connection, learner, clock, check, suggested, add }
  }

  test('after one rejected check each of eight hidden rules is suggested, and the next check has no rejection', async () => {
    const { service, check, suggested, add } = await start()
    const { mistaken, corrected } = strictOrders(3)
    await check(mistaken)
    expect(service.rejections.reduce((sum, count) => sum + count, 0)).toBe(24)
    const found = await suggested()
    expect(found).toEqual(hiddenRules.map(one => ({ ...one, orders: 3 })))

    // With the requirements, none of the mistaken orders is sent again.
    await add(found)
    service.rejections.length = 0
    expect(await check(mistaken)).toMatchObject({ value: { accepted: 0, withheld: 24, fresh: 6 } })
    expect(service.rejections).toEqual([])
    expect(await check(corrected)).toMatchObject({ value: { accepted: 24, withheld: 0 } })
    expect(service.rejections).toEqual([0])
    expect(await suggested()).toEqual([])
  })

  test('two rejected orders suggest nothing, also after they were checked again and again', async () => {
    const { service, check, suggested } = await start()
    const { mistaken } = strictOrders(2)
    await check(mistaken)
    await check(mistaken)
    expect(service.rejections).toEqual([16, 16])
    expect(await suggested()).toEqual([])
  })

  test('orders of several checks count together, until they are too old', async () => {
    const { check, suggested, clock, connection, kysely } = await start()
    const bad = strictOrders(3).mistaken.filter(texts => texts['items[].itemUrl'] === '')
    const [good = {}] = strictOrders(3).corrected
    for (const order of bad.slice(0, 2)) await check([good, order])
    expect(await suggested()).toEqual([])
    await check([good, bad[2] ?? {}])
    const url = { column: 'items[].itemUrl', rule: { kind: 'required' }, orders: 3 }
    expect(await suggested()).toEqual([url])
    clock.now += 31 * DAY_MS
    await check([{ ...good, 'orderInfo.mallOrderNumber': 'later' }])
    expect(await suggested()).toEqual([])
    expect(await listSuggestions(kysely, connection.id, 'dismissed')).toEqual([])
  })

  test('an order that passes without the requirement withdraws the suggestion', async () => {
    const { check, suggested, service } = await start()
    const bad = strictOrders(3).mistaken.filter(texts => texts['items[].itemUrl'] === '')
    await check(bad)
    expect(await suggested()).toHaveLength(1)
    service.isLenient = true
    await check([{ ...bad[0], 'orderInfo.mallOrderNumber': 'without-url' }])
    expect(await suggested()).toEqual([])
  })

  test('a dismissed suggestion does not come back', async () => {
    const { check, suggested, kysely, connection, operator } = await start()
    const bad = strictOrders(3).mistaken.filter(texts => texts['items[].itemUrl'] === '')
    await check(bad)
    const key = { connectionId: connection.id, sheet: SHEET, column: 'items[].itemUrl', kind: 'required' }
    expect(await dismissSuggestion(kysely, key, operator.id)).toBe(true)
    await check(bad.map((texts, at) => ({ ...texts, 'orderInfo.mallOrderNumber': `again-${at}` })))
    expect(await suggested()).toEqual([])
  })

  test('nothing of an erased order is compared, and no suggestion names a value of personal data', async () => {
    const { check, suggested, kysely } = await start()
    const { mistaken } = strictOrders(3)
    await check(mistaken)
    const stored = await kysely.selectFrom('requirement_suggestion').selectAll().execute()
    expect(stored).toHaveLength(8)
    const personal = stored.filter(one => /^(sender|recipient)/.test(one.column_id))
    expect(personal.length).toBeGreaterThan(0)
    // Without ids and times, whose digits may be the same by chance.
    const texts = JSON.stringify(personal.map(({ rule, examples }) => ({ rule, examples })))
    for (const text of ['한빛', '山田', 'Müller', '090', '8190']) expect(texts).not.toContain(text)
    await kysely.updateTable('checked_form').set({ erased_at: new Date().toISOString() }).execute()
    const [good = {}] = mistaken
    await check([{ ...good, 'orderInfo.mallOrderNumber': 'another' }])
    expect(await suggested()).toEqual([])
  })
})
