import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '@/lib/store/db/database'
import { connectionTo, openStage, openTestDesk, orders, type Stage } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'
import type { Ports } from '../ports'

describeDatabases('the check requests of a connection', openTestDatabase => {
  let stage: Stage
  const others: Database[] = []
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(async () => {
    await stage.close()
    for (const database of others.splice(0)) await database.close()
  })

  /** Two servers of one database, on hosts of their own. */
  async function twoServers(over: Partial<Ports> = {}) {
    const database = await openTestDatabase()
    const other = await openDatabase(database.place)
    others.push(other)
    const desks = [database, other].map((one, at) =>
      openTestDesk(one, stage.origin, { pid: process.pid + at, host: `host ${at}`, ...over }),
    )
    const [first, second] = desks
    if (!first || !second) throw new Error('no desks')
    // Both are known to be alive before there is work to share.
    for (const desk of desks) await desk.runner.wake()
    return { first, second, database }
  }

  test('never exceed its number at the same time, in whichever runs and servers', async () => {
    const { first, second, database } = await twoServers({
      resolveConnection: async () => connectionTo(stage.origin, { checkSize: 5, checkParallel: 2 }),
    })
    let most = 0
    let sent = 0
    let release = () => {}
    const overlap = new Promise<void>(resolve => {
      release = resolve
    })
    stage.service.onRequest = () => {
      most = Math.max(most, ++sent - stage.service.responded)
      if (sent === 2) release()
    }
    // The first response waits until there is a second request, so that requests overlap.
    stage.service.holdUntil = () => overlap
    const runs = [0, 20, 40, 60].map(from =>
      first.start('check', orders(20, from + 1), { draftId: `draft ${from}` }),
    )
    await Promise.all(runs)
    await Promise.all([first, second].map(desk => desk.runner.idle()))
    const owners = await database.kysely.selectFrom('attempt').select('owner').distinct().execute()
    expect(sent).toBe(16)
    expect(most).toBe(2)
    expect(owners).toHaveLength(2)
    expect(await database.kysely.selectFrom('check_turn').selectAll().execute()).toEqual([])
    await Promise.all([first, second].map(desk => desk.runner.close()))
  })

  test('of a large draft do not keep a small one waiting until they are all done', async () => {
    const desk = await stage.desk(openTestDatabase, {
      resolveConnection: async () => connectionTo(stage.origin, { checkSize: 1, checkParallel: 1 }),
    })
    await desk.start('check', orders(30), { draftId: 'large' })
    let small: Promise<unknown> | undefined
    stage.service.onRequest = () => {
      small ??= desk.start('check', orders(1, 100), { draftId: 'small' }).then(() => desk.runner.wake())
    }
    await desk.runner.idle()
    await small
    await desk.runner.idle()
    const at = stage.service.requests.findIndex(request => request.body.includes('A-100'))
    expect(at).toBeGreaterThan(0)
    expect(at).toBeLessThan(29)
  })

  test('of a server that died count until it is taken for dead, and not longer', async () => {
    const { first, second, database } = await twoServers({
      resolveConnection: async () => connectionTo(stage.origin, { checkParallel: 1 }),
    })
    const turn = { id: '-', connection_id: 'connection', owner: 'a dead server', granted: 1 }
    await database.kysely.insertInto('check_turn').values(turn).execute()
    const own = { ...turn, id: '--', owner: first.ports.bootId }
    await database.kysely.insertInto('check_turn').values(own).execute()
    const started = await first.start('check', orders(2))
    await first.runner.idle()
    expect(await first.progress(started)).toMatchObject({ state: 'done' })
    await Promise.all([first, second].map(desk => desk.runner.close()))
  })
})
