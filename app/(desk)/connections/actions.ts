'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import { done, type Outcome, trouble } from '@/lib/auth/outcome'
import { parseBaseUrl } from '@/lib/client/base-url'
import { env } from '@/lib/env'
import {
  type Connection,
  type ConnectionInput,
  createConnection,
  listConnections,
  updateConnection,
} from '@/lib/store/connections'
import { database } from '@/lib/store/database'
import { rehearse } from '@/lib/store/rehearsal'
import { words } from '@/lib/words/server'
import { connectionSchema, rehearsalSchema } from './schema'

const say = words('connections')

/** Makes or changes a connection. `voided`: its address changed, so stored secrets were removed. */
export const saveConnection = action(
  { role: 'administrator', input: connectionSchema },
  async ({ id, accessToken, secretKey, ...form }): Promise<Outcome<{ name: string; voided: boolean }>> => {
    const baseUrl = parseBaseUrl(form.baseUrl, env().outboundAllow)
    if (!baseUrl.ok) return refuse('baseUrl', say(`baseUrl.${baseUrl.code}`))
    const input: ConnectionInput = {
      ...form,
      baseUrl: baseUrl.url,
      accessToken: accessToken || undefined,
      secretKey: secretKey || undefined,
    }
    const { write } = await database()
    const outcome = await write(async trx => {
      const all = await listConnections(trx)
      const before = all.find(connection => connection.id === id)
      if (id !== undefined && !before) return trouble('gone', say('gone'))
      if (before?.kind === 'embedded') return trouble('fixed', say('fixed'))
      if (all.some(other => other.name === form.name && other.id !== id)) {
        return refuse('name', say('fields.nameTaken'))
      }
      const after = before
        ? await updateConnection(trx, before.id, input)
        : await createConnection(trx, input)
      return after ? done({ name: after.name, voided: hasLost(before, after) }) : trouble('gone', say('gone'))
    })
    if (outcome.ok) revalidatePath('/connections')
    return outcome
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

const hasLost = (before: Connection | undefined, after: Connection) =>
  before !== undefined &&
  ((before.accessToken.hasSecret && !after.accessToken.hasSecret) ||
    (before.secretKey.hasSecret && !after.secretKey.hasSecret))
