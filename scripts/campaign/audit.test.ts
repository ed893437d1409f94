import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadKeys, makeKeyring } from '@/lib/store/secrets/keyring'
import { listClients } from '@/lib/store/service/client-list'
import { issueCredentials } from '@/lib/store/service/credentials'
import { CLIENT_NAME_PREFIX, countIssued } from '@/scripts/campaign/processes/credential-issuers'
import { openStage, orders, type Stage } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'
import { LedgerView } from './ledger-view'

// A campaign that loses a row must report it.

describeDatabases('the audit of a campaign', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test('reports that a step of an order is missing', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { kysely } = desk.ports.database
    await desk.checkAndRegister(orders(3))
    const view = new LedgerView(desk.ports.database)
    const whole = await view.steps()
    expect(whole.all).toBeGreaterThan(6)
    expect(whole.brokenOrders).toBe(0)
    // As if the row of its last step was lost.
    await kysely
      .updateTable('ledger_order')
      .set({ state: 'UNKNOWN' })
      .where('mall_order_number', '=', orders(1)[0]?.mallOrderNumber ?? '')
      .execute()
    expect(await view.steps()).toEqual({ all: whole.all, brokenOrders: 1 })
  })

  test('reports that a client, its token or its key is missing', async () => {
    const { kysely, place } = await openTestDatabase()
    const ring = makeKeyring(loadKeys(place.dataDir))
    const issue = async (name: string) => ({ name, ...(await issueCredentials(kysely, ring, name)) })
    const printed = [await issue(`${CLIENT_NAME_PREFIX} 0 0`), await issue(`${CLIENT_NAME_PREFIX} 1 1`)]
    const count = async () => countIssued(printed, await listClients(kysely))
    expect(await count()).toEqual({ issued: 2, issuedRows: 6, issuedLost: 0, issuedHalf: 0 })
    await kysely
      .deleteFrom('service_credential')
      .where('client_id', '=', printed[0]?.clientId ?? '')
      .where('kind', '=', 'key')
      .execute()
    expect(await count()).toMatchObject({ issuedLost: 1, issuedHalf: 1 })
    const stranger = { name: `${CLIENT_NAME_PREFIX} 2 2`, accessToken: 'token', secretKey: 'key' }
    expect(countIssued([stranger], [])).toMatchObject({ issuedRows: 3, issuedLost: 3 })
  })
})
