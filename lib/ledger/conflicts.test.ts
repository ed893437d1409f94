import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeDatabases } from '@/lib/store/suite'
import { noteConflicts, tellConflicts } from './conflicts'
import type { RunRequest } from './prepared'
import { draftOutcomes, fakePlace, openStage, prepared, type Stage } from './runner-fixtures'

describeDatabases('a number that is registered already', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test('says on each field that differs what is registered there, and nothing where all is the same', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { kysely } = desk.ports.database
    await desk.checkAndRegister([prepared('A-1', 'Mina'), prepared('A-2')])
    const request: RunRequest = {
      kind: 'register',
      operation: 'registerJapanOrders',
      draftId: 'another draft',
      connectionId: 'connection',
      operatorId: 'mina',
      clientRequestId: 'another press',
      orders: [prepared('A-1', 'Kim'), prepared('A-2')],
    }
    const started = await desk.start('register', request.orders, request)
    expect(started).toMatchObject({
      taken: 0,
      refused: [{ reason: 'already_registered' }, { reason: 'already_registered' }],
    })
    const refused = started.ok ? started.refused : []
    await noteConflicts(kysely, fakePlace, request, refused, new Date().toISOString())
    const outcomes = await draftOutcomes(kysely, 'another draft', fakePlace)
    expect(outcomes).toMatchObject([
      { mallOrderNumber: 'A-1', state: 'failing', failures: [{ field: 'recipient.name', message: '' }] },
    ])
    expect(outcomes).toHaveLength(1)
    expect(
      await tellConflicts(kysely, outcomes, async () => ({ ...fakePlace, scope: 'orders' })),
    ).toMatchObject([
      { failures: [{ field: 'recipient.name', message: 'Mina', code: 'registered_otherwise' }] },
    ])
    expect([...stage.service.registered.values()]).toEqual([1, 1])
  })
})
