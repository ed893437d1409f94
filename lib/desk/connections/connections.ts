import 'server-only'
import type * as z from 'zod'
import { parseBaseUrl } from '@/lib/client/base-url'
import { type Probe, probeAccessToken, probeSecretKey } from '@/lib/client/probe'
import { probeIdempotency } from '@/lib/client/probe-idempotency'
import type { CredentialTest, CredentialTests, SecretInfo } from '@/lib/contract/credentials'
import { readWarehouses } from '@/lib/contract/warehouses'
import { clockDifference } from '@/lib/desk-api/connections/clock-difference'
import type {
  ConnectionForm,
  deletionSchema,
  idempotencySchema,
  ListedConnection,
  rehearsalSchema,
} from '@/lib/desk-api/connections/connections'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { env } from '@/lib/env'
import { learnedLimits, resetLearnedLimits } from '@/lib/ledger/ledger'
import { resolveConnection } from '@/lib/ledger/runner/open-connection'
import {
  countLeftBehind,
  rehearse,
  deleteConnection as remove,
  saveCredentialTests,
  setDefaultConnection,
} from '@/lib/store/connections/changes'
import {
  type Connection,
  type ConnectionInput,
  createConnection,
  defaultConnection,
  environmentId,
  findConnection,
  hasInput,
  listConnections as list,
  lockConnection,
  setIdempotency,
  updateConnection,
} from '@/lib/store/connections/connections'
import { database } from '@/lib/store/db/database'
import { listClockSkews, noteClockSkew } from '@/lib/store/ledger/environments/clock-skews'
import { ensureEnvironment } from '@/lib/store/ledger/environments/environments'
import { getTranslations } from '@/lib/words/server'
import { listRequirements } from '../requirements/requirements'

const t = getTranslations('connections')

/** All connections, with their state besides their settings. */
export async function listConnections(): Promise<ListedConnection[]> {
  const { kysely } = await database()
  const connections = await list(kysely)
  const used = defaultConnection(connections)
  const skews = await listClockSkews(kysely)
  return Promise.all(
    connections.map(async connection => ({
      connection: { ...connection, isDefault: connection === used },
      learned: await learnedLimits(connection.id),
      left: await countLeftBehind(kysely, connection.id),
      requirements: (await listRequirements(connection.id)).length,
      clock: clockOf(skews.get(environmentId(connection))),
    })),
  )
}

const clockOf = (skew: number | undefined) => (skew === undefined ? null : clockDifference(skew))

/** The name of a connection; undefined if there is none, or it was deleted. */
export async function connectionName(id: string): Promise<string | undefined> {
  return (await findConnection((await database()).kysely, id))?.name
}

/**
 * Creates or changes a connection. Refused if it was changed since its form was opened, because the form sends all
 * fields; what is stored already counts as saved.
 * @param reauthenticationProblem the problem to return if the operator has not recently confirmed their password, which
 * is required when orders or secrets would go to another address
 * @returns `voided`: its address changed, so stored secrets were removed
 */
export async function saveConnection(
  { id, shown, accessToken, secretKey, ...form }: ConnectionForm,
  reauthenticationProblem: Result<never> | undefined,
): Promise<Result<{ name: string; voided: boolean }>> {
  const baseUrl = parseBaseUrl(form.baseUrl, env().outboundAllow)
  if (!baseUrl.ok) return refuse('baseUrl', t(`baseUrl.${baseUrl.code}`))
  const reading = readWarehouses(form.warehouses)
  if (!reading.ok) return refuse('warehouses', t(`fields.warehouses.${reading.why}`))
  const input: ConnectionInput = {
    ...form,
    baseUrl: baseUrl.url,
    warehouses: reading.warehouses,
    accessToken: accessToken || undefined,
    secretKey: secretKey || undefined,
  }
  const { write } = await database()
  return write(async trx => {
    if (id !== undefined) await lockConnection(trx, id)
    const all = await list(trx)
    const before = all.find(connection => connection.id === id)
    if (id !== undefined && !before) return fail('gone', t('gone'))
    if (before?.kind === 'embedded') return fail('fixed', t('fixed'))
    const isOutdated = before && shown !== undefined && shown !== before.updatedAt
    const twin = all.find(other => other.name === form.name && other.id !== id)
    // The response to an earlier save of this form may have been lost.
    const saved = isOutdated ? before : id === undefined ? twin : undefined
    if (saved && (await hasInput(trx, saved, input))) return ok({ name: saved.name, voided: false })
    if (isOutdated) return fail('changed', t('changed'))
    if (twin) return refuse('name', t('fields.nameTaken'))
    if (reauthenticationProblem && reachesElsewhere(before, input)) return reauthenticationProblem
    const after = before ? await updateConnection(trx, before.id, input) : await createConnection(trx, input)
    if (!after) return fail('gone', t('gone'))
    // After a restore Home names a connection where registering waits as soon as it is entered.
    await ensureEnvironment(trx, environmentId(after))
    return ok({ name: after.name, voided: hasLost(before, after) })
  })
}

/** Deletes a connection whose name was typed. Its requests stay in the history. */
export async function deleteConnection({ id, name }: z.output<typeof deletionSchema>): Promise<Result<null>> {
  const { write } = await database()
  const outcome = await write(async trx => {
    const connection = await findConnection(trx, id)
    if (!connection) return 'gone'
    return connection.name === name.normalize().trim() ? remove(trx, id) : 'wrong'
  })
  return outcome === 'deleted' ? ok(null) : fail(outcome, t(`delete.${outcome}`))
}

/** Makes a connection the one with which new drafts of all operators start. */
export async function chooseDefaultConnection(id: string): Promise<Result<null>> {
  const { write } = await database()
  return (await write(trx => setDefaultConnection(trx, id))) ? ok(null) : fail('gone', t('gone'))
}

/** Forgets the limits that the service of a connection taught: requests have the chosen size again. */
export async function forgetLimits(id: string): Promise<Result<null>> {
  await resetLearnedLimits(id)
  return ok(null)
}

/**
 * Has unconfirmed requests of a connection sent again with their idempotency keys, once its service has proved that it
 * honours keys; or stops that.
 */
export async function setKeysHonoured({
  id,
  isOn,
}: z.output<typeof idempotencySchema>): Promise<Result<null>> {
  const opened = await database()
  const open = isOn ? await resolveConnection(opened, id) : undefined
  if (isOn) {
    if (!open) return fail('gone', t('gone'))
    const finding = await probeIdempotency(open.target)
    if (finding !== 'honoured') return fail('not_honoured', t(`idempotency.findings.${finding}`))
  }
  const tested = open?.target.baseUrl
  const isSet = await opened.write(trx => setIdempotency(trx, id, isOn ? 'honoured' : 'off', tested))
  return isSet ? ok(null) : fail('gone', t('gone'))
}

/** Sets how the embedded service misbehaves for all operators, from the next request on. */
export async function rehearseConnection({
  id,
  rehearsal,
}: z.output<typeof rehearsalSchema>): Promise<Result<null>> {
  const { write } = await database()
  if (!(await write(trx => rehearse(trx, id, rehearsal)))) return fail('gone', t('gone'))
  // What a simulated service refused says nothing about the real one.
  await resetLearnedLimits(id)
  return ok(null)
}

/** Tests both credentials of a connection and stores the results; undefined if the connection was deleted. */
export async function testConnection(id: string): Promise<CredentialTests | undefined> {
  const opened = await database()
  const open = await resolveConnection(opened, id)
  // Read after the connection is opened, which renews the token of the sandbox.
  const connection = await findConnection(opened.kysely, id)
  if (!connection || !open) return undefined
  const [accessToken, secretKey] = await Promise.all([
    probeAccessToken(open.target),
    probeSecretKey(open.target),
  ])
  const tests: CredentialTests = {
    accessToken: testOf(accessToken, connection.accessToken),
    secretKey: testOf(secretKey, connection.secretKey),
  }
  const { skew } = accessToken.latency === undefined ? secretKey : accessToken
  await opened.write(async trx => {
    await saveCredentialTests(trx, connection, tests)
    if (skew !== undefined) await noteClockSkew(trx, open.envId, skew)
  })
  return tests
}

function testOf({ code, general, skew, ...seen }: Probe, { hasSecret }: SecretInfo): CredentialTest {
  const values = { ...seen, ...(general && { general: general.code, generalStatus: general.status ?? 0 }) }
  return { code: code === 'none' && hasSecret ? 'sealed' : code, at: new Date().toISOString(), values }
}

const refuse = (field: keyof ConnectionInput, message: string) =>
  fail('input', getTranslations('auth.guard')('input'), [{ name: field, message }])

/** Whether orders and secrets would go to another address: other changes need no password. */
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
