import { afterEach, beforeEach, expect, test } from 'vitest'
import { pauseRun, resumeRun } from '@/lib/ledger/runner/control'
import { openStage, orders, type Stage, shortLimits } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'

describeDatabases('what a run waits for', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test.each([
    ['a check', 'checkJapanOrders', 429],
    ['a check', 'checkJapanOrders', 503],
    ['a registration', 'registerJapanOrders', 429],
  ] as const)(
    'after Retry-After on %s (%s, %i) the run reports until when nothing is sent',
    async (_, operation, status) => {
      const desk = await stage.desk(openTestDatabase, {
        sleep: () => new Promise(resolve => setTimeout(resolve, 5)),
      })
      if (operation === 'registerJapanOrders') await desk.finish('checkJapanOrders', orders(2))
      stage.service.statusHeaders = { 'retry-after': '3600' }
      const modes = operation === 'checkJapanOrders' ? stage.service.checkModes : stage.service.registerModes
      modes.push(status)
      const run = await desk.startOperation(operation, orders(2))
      await desk.runner.wake()
      await expect.poll(async () => (await desk.progress(run)).waiting?.kind).toBe('asked')
      const { waiting } = await desk.progress(run)
      const asked = waiting?.kind === 'asked' ? waiting : { until: '', askedUntil: '' }
      const minutes = (at: string) => Math.round((Date.parse(at) - Date.now()) / 60_000)
      // Lading tries again after ten minutes although the service asked for a longer wait.
      expect([minutes(asked.until), minutes(asked.askedUntil)]).toEqual([10, 60])
      const sent = stage.service.requests.length
      // Resuming the run does not shorten the wait that the service asked for.
      await pauseRun(desk.ports.database, run.ok ? run.runId : '', new Date().toISOString())
      await desk.runner.idle()
      await resumeRun(desk.ports.database, run.ok ? run.runId : '', new Date().toISOString())
      expect((await desk.progress(run)).waiting?.kind).toBe('asked')
      expect(stage.service.requests).toHaveLength(sent)
      await pauseRun(desk.ports.database, run.ok ? run.runId : '', new Date().toISOString())
      expect((await desk.progress(run)).waiting).toBeUndefined()
    },
  )

  test('a 503 with Retry-After leaves its orders unconfirmed, and nothing is sent to the environment meanwhile', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.statusHeaders = { 'retry-after': '3600' }
    stage.service.registerModes.push(503)
    const run = await desk.checkAndRegister(orders(2))
    expect(await desk.progress(run)).toMatchObject({ state: 'stopped', unknown: 2 })
    const later = await desk.startOperation('checkJapanOrders', orders(1, 9))
    expect((await desk.progress(later)).waiting?.kind).toBe('asked')
  })

  test.each([
    ['a check', 'checkJapanOrders'],
    ['a registration', 'registerJapanOrders'],
  ] as const)('%s without a response reports for how long, and its deadline', async (_, operation) => {
    const desk = await stage.desk(openTestDatabase, { limits: { ...shortLimits, slowAfterMs: 0 } })
    if (operation === 'registerJapanOrders') await desk.finish('checkJapanOrders', orders(2))
    let respond = () => {}
    const came = new Promise<void>(arrive => {
      stage.service.holdUntil = () => {
        arrive()
        return new Promise<void>(resolve => {
          respond = resolve
        })
      }
    })
    const run = await desk.startOperation(operation, orders(2))
    await desk.runner.wake()
    await came
    const { kysely } = desk.ports.database
    // Simulates a request that was sent 12 seconds ago: progress counts from the sending.
    const since = new Date(Date.now() - 12_000).toISOString()
    const until = new Date(Date.now() + 48_000).toISOString()
    await expect
      .poll(async () => {
        const slow = { slow_since: since, slow_until: until }
        await kysely.updateTable('run').set(slow).where('slow_since', 'is not', null).execute()
        const sending = { sending_at: since, hard_deadline: until }
        await kysely.updateTable('attempt').set(sending).where('state', '=', 'SENDING').execute()
        return (await desk.progress(run)).waiting
      })
      .toMatchObject({ kind: 'response', of: 60 })
    respond()
    stage.service.holdUntil = () => undefined
    await desk.runner.idle()
    expect(await desk.progress(run)).toMatchObject({ state: 'done' })
    expect((await desk.progress(run)).waiting).toBeUndefined()
  })
})
