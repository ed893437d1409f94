import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FrozenRun } from '@/lib/ledger/rules/prepared'
import { draftOutcomes, openStage, prepared, type Stage, testPlace } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'
import { explainConflicts, saveConflicts } from './conflicts'

describeDatabases('a number that is registered already', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test('explains each differing field with the registered value, and nothing when the contents are equal', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { kysely } = desk.ports.database
    await desk.checkAndRegister([prepared('A-1', 'Mina'), prepared('A-2')])
    const frozen: FrozenRun = {
      kind: 'register',
      operation: 'registerJapanOrders',
      draftId: 'another draft',
      connectionId: 'connection',
      operatorId: 'mina',
      clientRequestId: 'another request',
      orders: [prepared('A-1', 'Kim'), prepared('A-2')],
    }
    const started = await desk.start('register', frozen.orders, frozen)
    expect(started).toMatchObject({
      accepted: 0,
      refused: [{ reason: 'already_registered' }, { reason: 'already_registered' }],
    })
    const refused = started.ok ? started.refused : []
    await saveConflicts(kysely, testPlace, frozen, refused, new Date().toISOString())
    const outcomes = await draftOutcomes(kysely, 'another draft', testPlace)
    expect(outcomes).toMatchObject([
      { mallOrderNumber: 'A-1', state: 'failing', failures: [{ field: 'recipient.name', message: '' }] },
    ])
    expect(outcomes).toHaveLength(1)
    expect(
      await explainConflicts(kysely, outcomes, async () => ({ ...testPlace, scope: 'orders' })),
    ).toMatchObject([
      { failures: [{ field: 'recipient.name', message: 'Mina', code: 'registered_otherwise' }] },
    ])
    expect([...stage.service.registered.values()]).toEqual([1, 1])
  })
})
