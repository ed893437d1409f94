import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStage, orders, type Stage } from '@/lib/ledger/runner-fixtures'
import { listClients } from '@/lib/store/client-list'
import { issueCredentials } from '@/lib/store/credentials'
import { keptKeys, makeKeyring } from '@/lib/store/keyring'
import { describeDatabases } from '@/lib/store/suite'
import { LedgerView } from './ledger-view'
import { countIssued, RIVAL } from './rivals'

// A campaign in which a row is lost must say so.

describeDatabases('the audit of a campaign', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test('sees that a step of an order is missing', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { kysely } = desk.ports.database
    await desk.checkAndRegister(orders(3))
    const view = new LedgerView(desk.ports.database)
    const whole = await view.steps()
    expect(whole.all).toBeGreaterThan(6)
    expect(whole.brokenOrders).toBe(0)
    // As if the row of its last step were lost.
    await kysely
      .updateTable('ledger_order')
      .set({ state: 'UNKNOWN' })
      .where('mall_order_number', '=', orders(1)[0]?.mallOrderNumber ?? '')
      .execute()
    expect(await view.steps()).toEqual({ all: whole.all, brokenOrders: 1 })
  })

  test('sees that a client, its token or its key is missing', async () => {
    const { kysely, place } = await openTestDatabase()
    const ring = makeKeyring(keptKeys(place.dataDir))
    const issue = async (name: string) => ({ name, ...(await issueCredentials(kysely, ring, name)) })
    const printed = [await issue(`${RIVAL} 0 0`), await issue(`${RIVAL} 1 1`)]
    const count = async () => countIssued(printed, await listClients(kysely))
    expect(await count()).toEqual({ issued: 2, issuedRows: 6, issuedLost: 0, issuedHalf: 0 })
    await kysely
      .deleteFrom('service_credential')
      .where('client_id', '=', printed[0]?.clientId ?? '')
      .where('kind', '=', 'key')
      .execute()
    expect(await count()).toMatchObject({ issuedLost: 1, issuedHalf: 1 })
    const stranger = { name: `${RIVAL} 2 2`, accessToken: 'token', secretKey: 'key' }
    expect(countIssued([stranger], [])).toMatchObject({ issuedRows: 3, issuedLost: 3 })
  })
})
