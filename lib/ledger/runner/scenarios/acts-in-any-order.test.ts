import fc from 'fast-check'
import { expect, test } from 'vitest'
import { confirmRejection } from '@/lib/ledger/resolve/confirm'
import { resolveUnknown } from '@/lib/ledger/resolve/resolve'
import { recordShopCancellations } from '@/lib/ledger/resolve/shop-cancellations'
import { cancelRun, pauseRun, resumeRun } from '@/lib/ledger/runner/control'
import { afterRestore } from '@/lib/ledger/runner/recovery/restore'
import { connectionTo, openStage, openTestDesk, orders, prepared } from '@/testing/ledger/harness'
import { afterQuarantine, decision } from '@/testing/ledger/unknown-orders'
import { describeDatabases } from '@/testing/store/databases'

const COUNT = 6

/** How the service may answer one registration: with proof or without, executed or not. */
const modes = ['ok', 'refuse', 'leaves_out', 'execute_then_502', 'close_before_response', 422, 425] as const

const acts = ['press', 'press', 'work', 'work', 'pause', 'resume', 'cancel', 'confirm', 'resolve'] as const
const rareActs = ['edit', 'restore', 'shop'] as const

/** An act, and a number that chooses what it is about. */
const step = fc.record({
  act: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...acts) }, fc.constantFrom(...rareActs)),
  of: fc.nat(COUNT - 1),
})

interface Script {
  readonly modes: (typeof modes)[number][]
  readonly steps: { readonly act: (typeof acts | typeof rareActs)[number]; readonly of: number }[]
}

/** A run ends while orders are unconfirmed, and a person confirms only then that they were not processed. */
const endedAndConfirmed: Script = {
  modes: [425],
  steps: [
    { act: 'press', of: 5 },
    { act: 'work', of: 0 },
    { act: 'resume', of: 0 },
    { act: 'work', of: 0 },
    { act: 'confirm', of: 0 },
  ],
}

describeDatabases('operators, two processes and an odd service', openTestDatabase => {
  test('in any order leave no order that is registered twice, lost, or beyond the reach of every act', {
    timeout: 300_000,
  }, async () => {
    const script = fc.record({
      modes: fc.array(fc.constantFrom(...modes), { maxLength: 6 }),
      steps: fc.array(step, { minLength: 1, maxLength: 14 }),
    })
    await fc.assert(
      fc.asyncProperty(script, async ({ modes, steps }) => {
        const stage = await openStage()
        const { service } = stage
        const database = await openTestDatabase()
        const { kysely } = database
        const connection = connectionTo(stage.origin, { registerSize: 2 })
        const desks = ['one', 'other'].map(host =>
          openTestDesk(database, stage.origin, { host, resolveConnection: async () => connection }),
        )
        const [desk, other] = desks
        if (!desk || !other) return
        const now = () => new Date(desk.ports.now()).toISOString()
        const work = () => Promise.all(desks.map(one => one.runner.idle()))
        const runIds = async () =>
          (await kysely.selectFrom('run').select('id').where('kind', '=', 'register').execute()).map(
            ({ id }) => id,
          )
        /** Resolves unknown orders by what the service has, as an honest person does. */
        const resolve = async (limit: number) => {
          const unknown = await kysely
            .selectFrom('ledger_order')
            .selectAll()
            .where('state', '=', 'UNKNOWN')
            .limit(limit)
            .execute()
          const decisions = unknown.map(order =>
            decision(order, service.registered.has(order.mall_order_number) ? 'found' : 'absent'),
          )
          const grounds = { operatorId: 'mina' }
          if (decisions.length > 0) await resolveUnknown(desk.ports, decisions, grounds, afterQuarantine())
        }
        const confirm = async () => {
          const rejected = await kysely
            .selectFrom('attempt')
            .select('id')
            .where('http_status', 'in', [422, 425])
            .execute()
          for (const { id } of rejected) await confirmRejection(desk.ports, id, 'jiho')
        }
        const all = orders(COUNT)
        await desk.finish('checkJapanOrders', all)
        service.registerModes.push(...modes)
        for (const { act, of } of steps) {
          const ids = await runIds()
          const runId = ids[of % Math.max(1, ids.length)] ?? ''
          if (act === 'press') await (of % 2 ? desk : other).start('register', all.slice(0, of + 1))
          else if (act === 'work') await work()
          else if (act === 'pause') await pauseRun(database, runId, now())
          else if (act === 'resume') await resumeRun(database, runId, now())
          else if (act === 'cancel') await cancelRun(database, runId, 'mina', desk.ports.now)
          else if (act === 'confirm') await confirm()
          else if (act === 'resolve') await resolve(of + 1)
          else if (act === 'restore') await afterRestore(other.ports)
          else if (act === 'edit') {
            all[of] = prepared(`A-${of + 1}`, `Name ${of}`)
            await desk.start('check', all)
          } else {
            const file = {
              draftId: 'draft',
              file: 'cancelled.csv',
              digest: `${of}`,
              numbers: [`A-${of + 1}`],
            }
            await recordShopCancellations(database, file, 'mina', desk.ports.now)
          }
        }
        // What a person can always do: resume what halted, and resolve what is unknown.
        service.registerModes.length = 0
        for (let time = 0; time <= COUNT; time++) {
          await work()
          await resolve(COUNT)
          for (const id of await runIds()) await resumeRun(database, id, now())
        }
        await work()
        const rows = await kysely.selectFrom('ledger_order').select(['mall_order_number', 'state']).execute()
        const inState = (...states: string[]) =>
          rows.filter(({ state }) => states.includes(state)).map(row => row.mall_order_number)
        expect(inState('QUEUED', 'PREPARED', 'SENDING', 'UNKNOWN')).toEqual([])
        expect(inState('REGISTERED').sort()).toEqual([...service.registered.keys()].sort())
        expect([...service.registered.values()].filter(count => count !== 1)).toEqual([])
        await stage.close()
        await Promise.all(desks.map(one => one.runner.close()))
      }),
      { numRuns: 12, examples: [[endedAndConfirmed]] },
    )
  })
})
