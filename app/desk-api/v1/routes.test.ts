import { afterEach, beforeEach, expect, test } from 'vitest'
import { GET as readIds } from '@/app/desk-api/v1/drafts/[id]/ids/route'
import { POST as register } from '@/app/desk-api/v1/drafts/[id]/register/route'
import { GET as readDraft } from '@/app/desk-api/v1/drafts/[id]/route'
import { POST as deliver } from '@/app/desk-api/v1/files/route'
import { openProgramDesk } from '@/testing/automation/program-desk'
import { openStage, type Stage } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'
import { useAsProcessDatabase } from '@/testing/store/process-database'

describeDatabases('a program that registers two orders', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  const openDesk = async () => {
    const database = await openTestDatabase()
    const { desk, call, check } = await openProgramDesk(stage, database)
    useAsProcessDatabase(database, desk)
    return {
      refusalOf: async (query: string) => (await (await call(deliver, query, {})).json()).detail,
      idsOf: async (query: string) => (await call(readIds, query)).text(),
      readFile: async () => (await (await call(readDraft)).json()).file,
      register: async (connection: string) => {
        await check(connection)
        const response = await call(register, '', { connection, confirm: 2 })
        return { status: response.status, run: (await response.json()).id }
      },
    }
  }

  test('gets 202 for the registration, and 200 with it where there is nothing left to do', async () => {
    const desk = await openDesk()
    const first = await desk.register('Rehearsal')
    expect(first.status).toBe(202)
    expect(await desk.register('Rehearsal')).toEqual({ status: 200, run: first.run })
    expect(stage.service.registered.get('A-0')).toBe(1)
  })

  test('learns which part of a delivery is wrong', async () => {
    const { refusalOf } = await openDesk()
    expect(await refusalOf('')).toContain('?name=')
    expect(await refusalOf('name=a%2Fb.csv')).toContain('The name of the file')
    expect(await refusalOf('name=a.csv&sheet=orders')).toContain('“orders” isn’t a sheet')
    expect(await refusalOf('name=a.csv&new=1')).toContain('new: ')
  })

  test('gets the ids of one connection only, as JSON and as CSV', async () => {
    const desk = await openDesk()
    await desk.register('Rehearsal')
    await desk.register('Live')
    for (const name of ['Rehearsal', 'Live']) {
      const { ids } = JSON.parse(await desk.idsOf(`connection=${name}`))
      const csv = await desk.idsOf(`format=csv&connection=${name}`)
      const rows = csv.trimEnd().split('\r\n').slice(1)
      expect([ids.length, rows.length]).toEqual([2, 2])
      for (const [at, { number, orderId }] of ids.entries()) {
        expect(rows[at]).toContain(number)
        expect(rows[at]).toContain(orderId)
        expect(rows[at]).toContain(name)
      }
    }
  })

  test('learns how many orders of a file are unconfirmed, also after a later check', async () => {
    const desk = await openDesk()
    expect(await desk.readFile()).toMatchObject({ unconfirmed: 0 })
    stage.service.registerModes.push('close_before_response')
    await desk.register('Rehearsal')
    expect(await desk.readFile()).toMatchObject({ unconfirmed: 2 })
    await desk.register('Rehearsal')
    expect(await desk.readFile()).toMatchObject({ unconfirmed: 2, waiting: 0 })
  })
})
