import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { archiveDrafts, deleteDraft } from '@/lib/desk/drafts/drafts'
import { setRetention } from '@/lib/desk/retention'
import { confirmRejection } from '@/lib/ledger/resolve/confirm'
import { resolveUnknown } from '@/lib/ledger/resolve/resolve'
import { recordShopCancellations } from '@/lib/ledger/resolve/shop-cancellations'
import { eraseDraft, eraseOrder } from '@/lib/ledger/retention/erasure'
import { doDailyWork } from '@/lib/ledger/retention/retention'
import { cancelRun, pauseRun, resumeRun } from '@/lib/ledger/runner/control'
import type { Failpoint } from '@/lib/ledger/runner/ports'
import { afterRestore } from '@/lib/ledger/runner/recovery/restore'
import { updateConnection } from '@/lib/store/connections/connections'
import { readLines } from '@/lib/store/drafts/drafts'
import { findOrders } from '@/lib/store/ledger/orders/orders'
import type { Mode } from '@/testing/ledger/fake-responses'
import {
  anyServer,
  COUNT,
  DAY_MS,
  NAME,
  NUMBER,
  numberOf,
  openWorld,
  press,
  replaceDead,
  type World,
  work,
} from '@/testing/ledger/shared-drafts'
import { afterQuarantine, decision } from '@/testing/ledger/unknown-orders'
import { describeDatabases } from '@/testing/store/databases'
import { useAsProcessDatabase } from '@/testing/store/process-database'

/** How the service may answer one registration: with proof or without, executed or not. */
const modes = [
  'ok',
  'refuse',
  'leaves_out',
  'execute_then_502',
  'close_before_response',
  'truncated',
  'html_200',
  'foreign_numbers',
  422,
  425,
  503,
] as const satisfies Mode[]

const killPoints = [
  'request_claimed',
  'frozen',
  'during_enqueue',
  'after_enqueue',
  'during_claim',
  'after_claim',
  'during_sending',
  'after_sending',
  'after_evidence',
  'after_outcome',
] as const satisfies Failpoint[]

const often = [
  'check',
  'register',
  'register',
  'work',
  'work',
  'resume',
  'resolve',
  'confirm',
  'edit',
] as const
const rarely = [
  'pause',
  'cancel',
  'look',
  'renumber',
  'remove',
  'import',
  'archive',
  'reopen',
  'delete',
  'erase draft',
  'erase order',
  'retention',
  'move connection',
  'new token',
  'smaller requests',
  'shop',
  'restore',
  'kill',
  'kill during a request',
  'start again',
  'clock',
] as const

type Act = (typeof often)[number] | (typeof rarely)[number]

/** An act, a number that chooses what it is about, and whether the servers work at the same time. */
interface Step {
  readonly act: Act
  readonly of: number
  readonly isBeside: boolean
}

const step = fc.record<Step>({
  act: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...often) },
    { weight: 2, arbitrary: fc.constantFrom(...rarely) },
  ),
  of: fc.nat(29),
  isBeside: fc.boolean(),
})

const runsOf = ({ kysely }: World) => kysely.selectFrom('run').select('id').execute()

/** Resolves unknown orders by what each service has, as an honest person does. */
async function resolve(world: World, limit: number) {
  const unknown = await world.kysely
    .selectFrom('ledger_order')
    .selectAll()
    .where('state', '=', 'UNKNOWN')
    .limit(limit)
    .execute()
  const decisions = unknown.map(order => {
    const service = serviceOf(world, order.env_id)
    return decision(order, service?.registered.has(order.mall_order_number) ? 'found' : 'absent')
  })
  if (decisions.length === 0) return
  const ports = { database: world.database, now: Date.now }
  await resolveUnknown(ports, decisions, { operatorId: world.operator.id }, afterQuarantine() + DAY_MS)
}

const serviceOf = ({ stages }: World, envId: string) =>
  stages.find(({ origin }) => envId.endsWith(new URL(origin).host))?.service

async function play(world: World, { act, of }: Step): Promise<void> {
  const { database, kysely, operator } = world
  const draftId = world.drafts[of % 2] ?? ''
  const page = world.pages[of % 2]?.[(of >> 1) % 2]
  const fresh = world.pages[of % 2]?.[0]
  const line = page?.lines[(of >> 2) % Math.max(1, page.lines.length)]
  const runs = await runsOf(world)
  const runId = runs[of % Math.max(1, runs.length)]?.id ?? ''
  const at = new Date().toISOString()
  const by = { actor: operator.id, now: Date.now() }
  const acts: Readonly<Record<Act, () => Promise<unknown>>> = {
    check: () => press(world, 'check', of),
    register: () => press(world, 'register', of, of === 29),
    work: () => work(world),
    pause: () => pauseRun(database, runId, at),
    resume: () => resumeRun(database, runId, at),
    cancel: () => cancelRun(database, runId, operator.id, Date.now),
    resolve: () => resolve(world, of + 1),
    confirm: async () => {
      const rejected = await kysely
        .selectFrom('attempt')
        .select('id')
        .where('http_status', 'in', [422, 425])
        .execute()
      for (const { id } of rejected) await confirmRejection({ database, now: Date.now }, id, operator.id)
    },
    look: async () => page?.look(),
    edit: async () => line && page?.write(line, NAME, world.newName()),
    renumber: async () => line && page?.write(line, NUMBER, numberOf(of)),
    remove: async () => line && page?.save([], [line.id]),
    import: async () => {
      await fresh?.look()
      await fresh?.add([numberOf(of), numberOf(of + 3)], world.newName)
    },
    archive: () => archiveDrafts({ draftIds: [draftId], isArchived: true }, operator.id),
    reopen: () => archiveDrafts({ draftIds: [draftId], isArchived: false }, operator.id),
    delete: () => deleteDraft({ draftId, evenRegistered: true }, operator.id),
    'erase draft': () => eraseDraft(database, draftId, by),
    'erase order': async () => {
      const all = await kysely.selectFrom('ledger_order').select('id').execute()
      const chosen = all[of % Math.max(1, all.length)]
      if (chosen) await eraseOrder(database, chosen.id, by)
    },
    retention: async () => {
      await setRetention(of % 3 === 0 ? null : 1, operator.id)
      const later = Date.now() + (2 + of) * DAY_MS
      const context = { owner: randomUUID(), now: () => later, pause: async () => {}, isClosing: () => false }
      await doDailyWork(database, context)
    },
    'move connection': async () => {
      const baseUrl = world.stages[of % 2]?.origin ?? ''
      await updateConnection(kysely, world.connectionId, { name: 'A', environment: 'test', baseUrl })
    },
    'new token': async () => {
      world.connection.token++
    },
    'smaller requests': async () => {
      world.connection.size = (of % 4) + 1
      for (const { service } of world.stages) service.mostOrders = of % 5 === 0 ? 1 : Number.POSITIVE_INFINITY
    },
    shop: () => {
      const file = { draftId, file: 'cancelled.csv', digest: `${of}`, numbers: [numberOf(of)] }
      return recordShopCancellations(database, file, operator.id, Date.now)
    },
    restore: async () => {
      const server = anyServer(world, of)
      if (server) await afterRestore(server.desk.ports)
    },
    kill: async () => {
      const server = anyServer(world, of)
      if (server) server.killAt = killPoints[of % killPoints.length]
    },
    'kill during a request': async () => world.killDuringNextRequest(true),
    'start again': async () => {
      const chosen = of % 2
      const server = world.servers[chosen]
      if (!server?.isDead) await server?.desk.runner.close()
      world.servers[chosen] = await world.start(chosen === 1)
    },
    clock: async () => {
      // Processes that share a SQLite file run on one host, and have one clock.
      if (database.dialect === 'postgres') world.clock.ahead += of % 2 ? 3_600_000 : -3_600_000
    },
  }
  await acts[act]()
}

/** What people can always do: start the servers, resume what halted, resolve what is unknown, register the rest. */
async function settle(world: World) {
  const { kysely, database, drafts, operator } = world
  for (const { service } of world.stages) {
    service.registerModes.length = 0
    service.mostOrders = Number.POSITIVE_INFINITY
  }
  for (const server of world.servers) server.killAt = undefined
  world.killDuringNextRequest(false)
  await replaceDead(world)
  await archiveDrafts({ draftIds: drafts, isArchived: false }, operator.id)
  const finish = async () => {
    for (let time = 0; time <= COUNT * 3; time++) {
      await work(world)
      await resolve(world, 100)
      for (const { id } of await runsOf(world)) await resumeRun(database, id, new Date().toISOString())
    }
    await work(world)
  }
  for (const { origin } of world.stages.toReversed()) {
    await updateConnection(kysely, world.connectionId, { name: 'A', environment: 'test', baseUrl: origin })
    await finish()
  }
  for (const again of [false, true, false])
    for (const of of [0, 1]) {
      await press(world, 'check', of)
      await work(world)
      await press(world, 'register', of, again)
      await finish()
    }
}

/**
 * What the ledger and the drafts say at the end, against the books of the services.
 * @param hasMoved the connection had another service for a while, in which no line of the first one is locked
 */
async function judge(world: World, hasMoved: boolean) {
  const { kysely, stages } = world
  expect(world.errors).toEqual([])
  const ids = await kysely.selectFrom('ledger_order').select('id').execute()
  const rows = await findOrders(
    kysely,
    ids.map(({ id }) => id),
  )
  const inProgress = ['QUEUED', 'PREPARED', 'SENDING', 'UNKNOWN']
  expect(rows.filter(({ state }) => inProgress.includes(state))).toEqual([])
  for (const { origin, service } of stages) {
    const registered = rows
      .filter(row => row.env_id.endsWith(new URL(origin).host) && row.state === 'REGISTERED')
      .map(row => row.mall_order_number)
    expect(registered.sort()).toEqual([...service.registered.keys()].sort())
    expect([...service.registered].filter(([, count]) => count !== 1)).toEqual([])
  }
  // What the ledger says was registered, and the locked lines of the draft, are what the service has.
  const lines = (await Promise.all(world.drafts.map(id => readLines(kysely, id)))).flat()
  const textsOf = new Map(lines.map(({ id, texts }) => [id, texts]))
  for (const row of rows) {
    if (row.state !== 'REGISTERED' || row.erased_at !== null) continue
    const taken = serviceOf(world, row.env_id)?.taken.get(row.mall_order_number)
    expect(JSON.parse(row.payload)).toEqual(taken)
    const [line = ''] = JSON.parse(row.line_ids) as string[]
    const texts = textsOf.get(line)
    if (!hasMoved && texts)
      expect([texts[NUMBER], texts[NAME]]).toEqual([row.mall_order_number, taken?.recipient?.name])
  }
  const numbers = lines.map(({ texts }) => texts[NUMBER] ?? '')
  const cancelled = await kysely.selectFrom('cancelled_number').select('mall_order_number').execute()
  const isCancelled = (number: string) => cancelled.some(one => one.mall_order_number === number)
  const left = lines.filter(
    ({ texts: { [NUMBER]: number = '', 'recipient.contact': contact = '' } }) =>
      // Personal data was erased.
      contact !== '' &&
      numbers.filter(one => one === number).length === 1 &&
      !isCancelled(number) &&
      !stages[0]?.service.registered.has(number),
  )
  expect(left).toEqual([])
}

describeDatabases('operators, two servers and drafts', openTestDatabase => {
  test('in any order leave no order that is registered twice, lost, or beyond the reach of every act', {
    timeout: 600_000,
  }, async () => {
    const script = fc.record({
      modes: fc.array(fc.constantFrom(...modes), { maxLength: 6 }),
      steps: fc.array(step, { minLength: 12, maxLength: 30 }),
    })
    await fc.assert(
      fc.asyncProperty(script, async script => {
        const database = await openTestDatabase()
        useAsProcessDatabase(database)
        const world = await openWorld(database)
        for (const { service } of world.stages) service.registerModes.push(...script.modes)
        try {
          await press(world, 'check', 0)
          await work(world)
          for (const step of script.steps) {
            const besides = step.isBeside ? work(world) : Promise.resolve()
            await Promise.all([play(world, step), besides])
          }
          await settle(world)
          await judge(
            world,
            script.steps.some(({ act }) => act === 'move connection'),
          )
        } finally {
          await world.close()
        }
      }),
      { numRuns: 6 },
    )
  })
})
