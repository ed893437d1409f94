import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StartResult } from '@/lib/ledger/rules/prepared'
import { resumeRun } from '@/lib/ledger/runner/control'
import { openDatabase } from '@/lib/store/db/database'
import { openStage, orders, type Stage } from '@/testing/ledger/harness'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'

/** Larger than any process id of the system. */
const NO_PROCESS = 2 ** 22

describeDatabases('a run whose server crashes', openTestDatabase => {
  let stage: Stage
  let database: TestDatabase
  let processes = 0
  beforeEach(async () => {
    stage = await openStage()
    database = await openTestDatabase()
  })
  afterEach(() => stage.close())

  /** Another server process, on the same database. */
  const another = () => stage.desk(async () => database, { pid: NO_PROCESS + ++processes })

  /** A process resumes the run and dies at its first request. @param isCrash false: it is stopped by SIGTERM */
  async function dieAtRequest(isCrash = true): Promise<void> {
    const desk = await another()
    const requested = new Promise<void>(resolve => {
      stage.service.onRequest = () => resolve()
    })
    stage.service.holdUntil = () => requested
    await desk.runner.resume()
    await requested
    await desk.runner.close(isCrash)
    stage.service.onRequest = () => {}
  }

  const startCheck = async (): Promise<StartResult> =>
    (await another()).startOperation('checkJapanOrders', orders(2))

  const crashed = { state: 'paused', problem: { code: 'crashed' } }

  test('is resumed after one crash and after two, and waits for a person after three', async () => {
    const run = await startCheck()
    for (const _ of [1, 2, 3]) await dieAtRequest()
    const desk = await another()
    await desk.runner.idle()
    expect(await desk.progress(run)).toMatchObject({ ...crashed, left: 2 })
    await (await another()).runner.idle()
    expect(await desk.progress(run)).toMatchObject(crashed)
  })

  test('continues when a person resumes it, and may crash three times again', async () => {
    const run = await startCheck()
    for (const _ of [1, 2, 3]) await dieAtRequest()
    const desk = await another()
    await desk.runner.idle()
    await resumeRun(database, run.ok ? run.runId : '', new Date().toISOString())
    for (const _ of [1, 2]) await dieAtRequest()
    await desk.runner.idle()
    expect(await desk.progress(run)).toMatchObject({ state: 'done', passed: 2 })
  })

  test('is resumed however often its server was stopped', async () => {
    const run = await startCheck()
    for (const _ of [1, 2, 3, 4]) await dieAtRequest(false)
    const desk = await another()
    await desk.runner.idle()
    expect(await desk.progress(run)).toMatchObject({ state: 'done', passed: 2 })
  })

  test('waits once, when two servers find it at the same time', async () => {
    const run = await startCheck()
    for (const _ of [1, 2, 3]) await dieAtRequest()
    const other = await openDatabase(database.place)
    const desks = [await another(), await stage.desk(async () => other, { pid: process.pid })]
    await Promise.all(desks.map(desk => desk.runner.idle()))
    expect(await desks[0]?.progress(run)).toMatchObject(crashed)
    await Promise.all(desks.map(desk => desk.runner.close()))
    await other.close()
  })
})
