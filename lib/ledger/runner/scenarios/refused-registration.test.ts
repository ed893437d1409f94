import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStage, orders, prepared, type Stage } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'

describeDatabases('a rejected registration', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test('is explained by checking the same orders again', async () => {
    const desk = await stage.desk(openTestDatabase)
    // The service rejects orders that had passed its check.
    const list = [prepared('A-1'), prepared('A-2')]
    stage.service.registerModes.push('refuse')
    await desk.checkAndRegister(list)
    expect(stage.service.count('/validators')).toBe(2)
    expect(await desk.states()).toEqual(['rejected'])
    expect(stage.service.registered.size).toBe(0)
    // The order was rejected without a reason, so a person may register it again.
    await desk.start('register', list)
    await desk.runner.idle()
    expect(await desk.states()).toEqual(['registered'])
  })

  test('an order that was rejected without a reason may be sent again unchanged after a later check passed, once for each rejection', async () => {
    const desk = await stage.desk(openTestDatabase)
    const list = [prepared('A-1'), prepared('A-2')]
    stage.service.registerModes.push('refuse', 'refuse')
    await desk.checkAndRegister(list)
    // The check that follows a rejection found no reason; it belongs to the rejection.
    expect((await desk.outcomes()).map(one => [one.state, one.rejectedAt])).toEqual([
      ['rejected', undefined],
      ['rejected', undefined],
    ])
    await desk.finish('checkJapanOrders', list)
    const shown = await desk.outcomes()
    expect(shown.map(one => [one.state, one.rejectedAt !== undefined])).toEqual([
      ['passed', true],
      ['passed', true],
    ])
    await desk.finish('registerJapanOrders', list)
    expect(await desk.states()).toEqual(['rejected'])
    await desk.finish('checkJapanOrders', list)
    await desk.finish('registerJapanOrders', list)
    expect((await desk.outcomes()).map(one => [one.state, one.rejectedAt])).toEqual([
      ['registered', undefined],
      ['registered', undefined],
    ])
    expect([...stage.service.registered.values()]).toEqual([1, 1])
  })

  test('the order to blame fails, and the others may be registered', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.start('check', orders(3))
    await desk.runner.idle()
    stage.service.isNowWrong = 'A-2'
    const started = await desk.start('register', orders(3))
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', rejected: 3, registered: 0 })
    const shown = await desk.outcomes()
    expect(shown.map(one => one.state)).toEqual(['passed', 'failing', 'passed'])
    expect(shown[1]).toMatchObject({
      failures: [{ field: 'recipient.name', message: 'not this name' }],
      payload: prepared('A-2').payload,
    })
    const rest = await desk.start('register', [prepared('A-1'), prepared('A-3')])
    await desk.runner.idle()
    expect(await desk.progress(rest)).toMatchObject({ registered: 2 })
  })
})
