import 'server-only'
import { preparation } from '@/lib/desk/runs/prepare-run'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { type Connection, createConnection, environmentId } from '@/lib/store/connections/connections'
import type { Database } from '@/lib/store/db/database'
import { saveLines } from '@/lib/store/drafts/drafts'
import { recordArrival } from '@/lib/store/intake/arrivals'
import { createDeskKey } from '@/lib/store/people/desk-keys'
import { addOperator } from '@/lib/store/people/operators'
import { keyring } from '@/lib/store/secrets/keyring'
import { connectionTo, type Stage } from '@/testing/ledger/harness'

const NUMBER = 'orderInfo.mallOrderNumber'

/** The id of the draft. */
const id = 'draftdraftdraftd'

/** The handler of a route of one draft. */
type DraftRoute = (request: Request, context: { params: Promise<{ id: string }> }) => Promise<Response>

/**
 * A desk with a draft of two orders that came as a file, a key of a program, and connections to one service for tests
 * (Rehearsal) and for production (Live).
 */
export async function openProgramDesk(stage: Stage, database: Database) {
  const { kysely } = database
  const account = { email: 'm@x', name: 'Mina', passwordHash: '-', role: 'administrator' } as const
  const { id: operatorId } = await addOperator(kysely, account)
  const connect = (name: string, environment: Connection['environment']) =>
    createConnection(kysely, { name, environment, baseUrl: stage.origin })
  const connections = [await connect('Rehearsal', 'test'), await connect('Live', 'production')]
  const desk = await stage.desk(async () => database, {
    preparation,
    resolveConnection: async connectionId => {
      const found = connections.find(one => one.id === connectionId)
      return (
        found && connectionTo(stage.origin, { envId: environmentId(found), environment: found.environment })
      )
    },
  })
  const draft = { id, sheet: 'orders/japan', name: 'Monday', operatorId, records: 2 }
  const upserts = sampleOrders(2, 1).map((texts, at) => ({
    id: `line ${at}`,
    rank: at,
    texts: { ...texts, [NUMBER]: `A-${at}` },
  }))
  await saveLines(kysely, draft, { upserts, removes: [] }, new Date())
  await recordArrival(
    kysely,
    {
      ...{ id: 'file', request_key: null, sha256: 'ab', name: 'monday.csv', size: 1, origin: 'api' as const },
      ...{ operator_id: operatorId, sheet: null, connection_id: null, draft_id: id, isNew: false },
    },
    new Date().toISOString(),
  )
  await kysely.updateTable('intake_file').set({ state: 'done', outcome: 'imported' }).execute()
  const key = await createDeskKey(
    kysely,
    keyring(),
    { name: 'nightly', scopes: ['intake', 'register'], by: operatorId, expiresAt: undefined },
    new Date(),
  )
  return {
    desk,
    /** Checks the draft on a connection, as a person does. */
    check: async (connection: string) => {
      const connectionId = connections.find(one => one.name === connection)?.id ?? ''
      await desk.record('check', { draftId: id, connectionId, operatorId })
      await desk.runner.idle()
    },
    /** The response to the program, once what it began has ended. @param body sent as JSON */
    call: async (route: DraftRoute, query = '', body?: object) => {
      const request = new Request(`http://desk.example/?${query}`, {
        headers: { authorization: `Bearer ${key}` },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      const response = await route(request, { params: Promise.resolve({ id }) })
      await desk.runner.idle()
      return response
    },
  }
}
