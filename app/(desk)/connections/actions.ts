'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import { done, type Outcome, trouble } from '@/lib/auth/outcome'
import { requireProof } from '@/lib/auth/proof'
import { parseBaseUrl } from '@/lib/client/base-url'
import { readWarehouses } from '@/lib/contract/warehouses'
import { env } from '@/lib/env'
import { resetLearned } from '@/lib/ledger/runner'
import { deleteConnection } from '@/lib/store/connection-changes'
import {
  type Connection,
  type ConnectionInput,
  createConnection,
  findConnection,
  listConnections,
  updateConnection,
} from '@/lib/store/connections'
import { database } from '@/lib/store/database'
import { rehearse } from '@/lib/store/rehearsal'
import { words } from '@/lib/words/server'
import { connectionSchema, deletionSchema, idSchema, rehearsalSchema } from './schema'

const say = words('connections')

/** Makes or changes a connection. `voided`: its address changed, so stored secrets were removed. */
export const saveConnection = action(
  { role: 'administrator', input: connectionSchema },
  async ({ id, accessToken, secretKey, ...form }): Promise<Outcome<{ name: string; voided: boolean }>> => {
    const baseUrl = parseBaseUrl(form.baseUrl, env().outboundAllow)
    if (!baseUrl.ok) return refuse('baseUrl', say(`baseUrl.${baseUrl.code}`))
    const reading = readWarehouses(form.warehouses)
    if (!reading.ok) return refuse('warehouses', say(`fields.warehouses.${reading.why}`))
    const input: ConnectionInput = {
      ...form,
      baseUrl: baseUrl.url,
      warehouses: reading.warehouses,
      accessToken: accessToken || undefined,
      secretKey: secretKey || undefined,
    }
    const unproven = await requireProof()
    const { write } = await database()
    const outcome = await write(async trx => {
      const all = await listConnections(trx)
      const before = all.find(connection => connection.id === id)
      if (id !== undefined && !before) return trouble('gone', say('gone'))
      if (before?.kind === 'embedded') return trouble('fixed', say('fixed'))
      if (all.some(other => other.name === form.name && other.id !== id)) {
        return refuse('name', say('fields.nameTaken'))
      }
      if (unproven && reachesElsewhere(before, input)) return unproven
      const after = before
        ? await updateConnection(trx, before.id, input)
        : await createConnection(trx, input)
      return after ? done({ name: after.name, voided: hasLost(before, after) }) : trouble('gone', say('gone'))
    })
    // Sheets that the browser keeps name it, and offer its warehouses.
    if (outcome.ok) revalidatePath('/', 'layout')
    return outcome
  },
)

/** Deletes a connection whose name was typed. What was sent through it stays in the history. */
export const removeConnection = action(
  { role: 'administrator', input: deletionSchema },
  async ({ id, name }): Promise<Outcome<null>> => {
    const { write } = await database()
    const outcome = await write(async trx => {
      const connection = await findConnection(trx, id)
      if (!connection) return 'gone'
      return connection.name === name.normalize().trim() ? deleteConnection(trx, id) : 'wrong'
    })
    if (outcome !== 'deleted') return trouble(outcome, say(`delete.${outcome}`))
    revalidatePath('/', 'layout')
    return done(null)
  },
)

/** Forgets what the service of a connection taught about its limits: as much is asked of it as was chosen again. */
export const forgetLimits = action(
  { role: 'administrator', input: idSchema },
  async ({ id }): Promise<Outcome<null>> => {
    await resetLearned(id)
    revalidatePath('/connections')
    return done(null)
  },
)

/** Tells the sandbox how to misbehave, for everybody who uses it, from the next request on. */
export const rehearseConnection = action(
  { role: 'administrator', input: rehearsalSchema },
  async ({ id, rehearsal }): Promise<Outcome<null>> => {
    const { write } = await database()
    const isTold = await write(trx => rehearse(trx, id, rehearsal))
    if (!isTold) return trouble('gone', say('gone'))
    // Open sheets that the browser keeps name it beside the connection.
    revalidatePath('/', 'layout')
    return done(null)
  },
)

const refuse = (field: keyof ConnectionInput, message: string) =>
  trouble('input', words('auth.guard')('input'), [{ name: field, message }])

/** Whether orders and secrets would go elsewhere than before: names, sizes and warehouses may change without a proof. */
const reachesElsewhere = (before: Connection | undefined, input: ConnectionInput) =>
  before === undefined ||
  before.baseUrl !== input.baseUrl ||
  before.environment !== input.environment ||
  input.accessToken !== undefined ||
  input.secretKey !== undefined

const hasLost = (before: Connection | undefined, after: Connection) =>
  before !== undefined &&
  ((before.accessToken.hasSecret && !after.accessToken.hasSecret) ||
    (before.secretKey.hasSecret && !after.secretKey.hasSecret))
