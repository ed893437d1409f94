import 'server-only'
import { logFault } from '@/lib/log/log'
import { secretFields } from '@/lib/store/connections/sealed-secrets'
import type { Db } from '@/lib/store/db/database'
import { DESK_CLIENT } from '@/lib/store/service/clients'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { listOf } from '@/lib/words/sentences/join'
import { getTranslations } from '@/lib/words/server'
import type { Keyring } from './keyring'
import { kidOf } from './seal'

const t = getTranslations('terminal.database')

/** The use of a key in the database. */
export interface KeyUsage {
  readonly kid: string
  /** Names of connections with a secret that it seals. */
  readonly connections: readonly string[]
  /** URLs of webhooks with a signing secret that it seals. */
  readonly webhooks: readonly string[]
  /** Email addresses of operators with an authenticator app whose secret it seals. */
  readonly apps: readonly string[]
  /** Names of API clients with a valid secret key that depends on it. */
  readonly clients: readonly string[]
  /** Names of valid automation keys that depend on it. */
  readonly programs: readonly string[]
  /** When the last access token that it signed expires; undefined: none is valid. */
  readonly tokensEnd: string | undefined
}

/**
 * All keys in use. The Sandbox's own credentials do not count, because they can be issued again.
 * @returns one entry per key, by name
 */
export async function listKeyUsage(db: Db, now: Date = new Date()): Promise<readonly KeyUsage[]> {
  const sealed = await connectionsByKey(db)
  const signing = await webhooksByKey(db)
  const apps = await appsByKey(db)
  const programs = await programsByKey(db, now)
  const issued = await db
    .selectFrom('service_credential as credential')
    .innerJoin('service_client as client', 'client.id', 'credential.client_id')
    .select(['credential.kid', 'credential.kind', 'client.name'])
    .select(part => part.fn.max('credential.expires_at').as('ends'))
    .where('credential.revoked_at', 'is', null)
    .where('client.revoked_at', 'is', null)
    .where('client.name', '!=', DESK_CLIENT)
    .where(part => part.or([part('expires_at', 'is', null), part('expires_at', '>', now.toISOString())]))
    .groupBy(['credential.kid', 'credential.kind', 'client.name'])
    .orderBy('client.name')
    .execute()
  const named = [sealed, signing, apps, programs].flatMap(names => [...names.keys()])
  const kids = new Set([...named, ...issued.map(({ kid }) => kid)])
  return [...kids].toSorted().map(kid => {
    const mine = issued.filter(row => row.kid === kid)
    return {
      kid,
      connections: sealed.get(kid) ?? [],
      webhooks: signing.get(kid) ?? [],
      apps: apps.get(kid) ?? [],
      clients: mine.filter(({ kind }) => kind === 'key').map(({ name }) => name),
      programs: programs.get(kid) ?? [],
      tokensEnd: mine
        .flatMap(({ kind, ends }) => (kind === 'token' && ends ? [ends] : []))
        .toSorted()
        .at(-1),
    }
  })
}

/**
 * Lets a server start only if it has all keys of sealed secrets. Otherwise it would lose secrets one by one
 * as they are used, and two servers with different keys would lock each other out. Secret keys of API
 * clients and automation keys whose key is missing are logged: they count as revoked.
 * @throws Error with a sentence that names the missing key
 */
export async function requireKeys(db: Db, ring: Keyring): Promise<void> {
  const missing = (await listKeyUsage(db)).filter(({ kid }) => !ring.kids.includes(kid))
  const sealed = missing.filter(
    ({ connections, webhooks, apps }) => connections.length + webhooks.length + apps.length > 0,
  )
  if (sealed.length > 0) throw new Error(sealed.map(need => missingKey(need, ring)).join('\n'))
  for (const { kid, clients, programs } of missing) {
    if (clients.length + programs.length === 0) continue
    const counts = { kid, clients: clients.length, programs: programs.length }
    logFault(
      'keys of API clients or automation keys are rejected: the server lacks the key that they were issued with',
      undefined,
      counts,
    )
  }
}

function missingKey({ kid, connections, webhooks, apps }: KeyUsage, ring: Keyring): string {
  const list = (names: readonly string[]) => listOf(requestLocale().language, names, 'conjunction')
  return t('missingKey', {
    kid,
    connections: list([...connections, ...webhooks, ...apps]),
    keys: list(ring.kids),
  })
}

/** Names of connections by the key that seals their secrets. */
async function connectionsByKey(db: Db): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('connection')
    .select(['name', 'access_token', 'secret_key'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
  const names = new Map<string, string[]>()
  for (const row of rows) {
    const kids = new Set(secretFields.map(field => kidOf(row[field] ?? '')).filter(kid => kid !== undefined))
    for (const kid of kids) names.set(kid, [...(names.get(kid) ?? []), row.name])
  }
  return names
}

/** URLs of webhooks by the key that seals their signing secrets. */
async function webhooksByKey(db: Db): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('webhook_endpoint')
    .select(['url', 'secret', 'previous_secret'])
    .orderBy('url')
    .execute()
  const urls = new Map<string, string[]>()
  for (const { url, ...secrets } of rows) {
    const kids = new Set([secrets.secret, secrets.previous_secret].map(text => kidOf(text ?? '')))
    for (const kid of kids) if (kid !== undefined) urls.set(kid, [...(urls.get(kid) ?? []), url])
  }
  return urls
}

/** Email addresses of operators by the key that seals the secret of their authenticator app. */
async function appsByKey(db: Db): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('totp')
    .innerJoin('operator', 'operator.id', 'totp.operator_id')
    .select(['operator.email', 'totp.secret'])
    .orderBy('operator.email')
    .execute()
  const emails = new Map<string, string[]>()
  for (const { email, secret } of rows) {
    const kid = kidOf(secret ?? '')
    if (kid !== undefined) emails.set(kid, [...(emails.get(kid) ?? []), email])
  }
  return emails
}

/** Names of valid automation keys by the key whose pepper is in their hashes. */
async function programsByKey(db: Db, now: Date): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('desk_key')
    .select(['kid', 'name'])
    .where('revoked_at', 'is', null)
    .where(key => key.or([key('expires_at', 'is', null), key('expires_at', '>', now.toISOString())]))
    .orderBy('name')
    .execute()
  const names = new Map<string, string[]>()
  for (const { kid, name } of rows) names.set(kid, [...(names.get(kid) ?? []), name])
  return names
}
