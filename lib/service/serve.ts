import 'server-only'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Operation } from '@/lib/contract/operations'
import { env } from '@/lib/env'
import { noteKnownCaller } from '@/lib/log/caller'
import { logFault } from '@/lib/log/log'
import { type Database, database, isStorageBusy, isStorageFull, isTransient } from '@/lib/store/db/database'
import { makePrivateDirectory } from '@/lib/store/db/sqlite/sqlite'
import { type Keyring, keyring } from '@/lib/store/secrets/keyring'
import { getTranslations } from '@/lib/words/server'
import { authorize, forbidden, unauthorized } from './authorize'
import { type BodyLimits, checkHeaders, cutOff, readList } from './body/body'
import { splitterOptions } from './body/elements'
import { InsufficientDiskSpace, Spool } from './body/spool'
import type { Call, CallResult } from './call'
import { type ConcurrencyLimiter, processLimiter } from './concurrency-limiter'
import { inLanguageOf } from './language'
import { handlers } from './operations/handlers'
import { readIdempotencyKey } from './operations/idempotency'
import { type HttpProblem, problemResponse, refuseUnread } from './problems'
import { respond } from './respond'

const t = getTranslations('service')

/** What the service depends on. Tests pass their own. */
export interface ServiceDependencies {
  readonly database: () => Promise<Database>
  readonly keyring: () => Keyring
  readonly warehouses: () => readonly string[]
  readonly limits: () => BodyLimits
  readonly limiter: () => ConcurrencyLimiter
  /** Directory of temporary files for request bodies. */
  readonly spoolDirectory: () => string
  /** Receives unexpected errors; the caller learns only the id. */
  readonly report: (id: string, error: unknown) => void
}

export const processDependencies: ServiceDependencies = {
  database,
  keyring,
  warehouses: () => env().sandboxWarehouses,
  limits: () => ({ maxBodyBytes: env().maxBodyBytes, idle: 30_000, minRate: 1024 }),
  limiter: processLimiter,
  spoolDirectory: () => {
    const directory = join(env().dataDir, 'spool')
    makePrivateDirectory(directory)
    return directory
  },
  report: (id, error) => logFault('a request to the service failed', error, { id }),
}

/** May respond in place of an operation's handler, which it receives. */
export type Interceptor = (call: Call, handler: (call: Call) => Promise<CallResult>) => Promise<CallResult>

/**
 * Creates the route handler of an operation: authenticates, reads, responds. Errors become problem
 * responses, never stack traces.
 */
export function serve(
  operation: Operation,
  dependencies: ServiceDependencies = processDependencies,
  intercept: Interceptor = (call, handler) => handler(call),
): (request: Request) => Promise<Response> {
  return request =>
    inLanguageOf(request, async () => {
      try {
        return await handleRequest(operation, dependencies, intercept, request)
      } catch (error) {
        return problemResponse(request.signal.aborted ? cutOff() : problemOf(error, dependencies))
      }
    })
}

/** Authenticates before the body is read: anonymous callers cannot make the service hold bytes. */
async function handleRequest(
  operation: Operation,
  dependencies: ServiceDependencies,
  intercept: Interceptor,
  request: Request,
): Promise<Response> {
  const opened = await dependencies.database()
  const header = request.headers.get('authorization')
  const principal = await authorize(header, operation.auth, opened.kysely, dependencies.keyring())
  if (!principal) return refuseUnread(request, unauthorized(header, operation.auth))
  noteKnownCaller()
  const limits = dependencies.limits()
  const problem =
    forbidden(header, principal, operation) ?? checkHeaders(request.headers, limits.maxBodyBytes)
  if (problem) return refuseUnread(request, problem)
  const given = readIdempotencyKey(operation, request.headers)
  if ('problem' in given) return refuseUnread(request, given.problem)
  const release = dependencies.limiter().acquire(request, principal)
  if (typeof release !== 'function') return refuseUnread(request, release)
  const spools: Spool[] = []
  const close = async () => {
    release()
    for (const spool of spools.splice(0)) await spool.close()
  }
  const call: Call = {
    operation,
    principal,
    database: opened,
    warehouses: dependencies.warehouses(),
    signal: request.signal,
    idempotencyKey: given.key,
    read: (consumer, watch) =>
      readList(request, splitterOptions(operation.list, operation.maxElements), consumer, limits, watch),
    keep: async () => {},
    spool: () => {
      const spool = new Spool(dependencies.spoolDirectory)
      spools.push(spool)
      return spool
    },
  }
  try {
    return await respondTo(call, dependencies, intercept, close)
  } catch (error) {
    await close()
    const isRepeatable = operation.act === 'check' || given.key !== undefined
    throw isRepeatable || isStorageBusy(error) || !isTransient(error) ? error : new UnknownOutcome(error)
  }
}

/**
 * The connection to the database broke during a registration, which may have been committed. Without an Idempotency-Key
 * the caller must not be invited to repeat it.
 */
class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super('a registration may have been committed', { cause })
  }
}

async function respondTo(
  call: Call,
  dependencies: ServiceDependencies,
  intercept: Interceptor,
  close: () => Promise<void>,
): Promise<Response> {
  const result = await intercept(call, handlers[call.operation.id])
  if (result.ok) {
    const done = async (error?: unknown) => {
      if (error !== undefined && !call.signal.aborted) dependencies.report(randomUUID(), error)
      await close()
    }
    return respond(result.parts, done, result.headers)
  }
  await close()
  return problemResponse(result.problem)
}

function problemOf(error: unknown, dependencies: ServiceDependencies): HttpProblem {
  if (isStorageBusy(error)) {
    return { status: 503, detail: t('storageBusy'), headers: { 'retry-after': '2' } }
  }
  const id = randomUUID()
  dependencies.report(id, error)
  if (error instanceof UnknownOutcome) return { status: 500, detail: t('unknownOutcome', { id }) }
  if (isTransient(error)) {
    return { status: 503, detail: t('storageUnreachable'), headers: { 'retry-after': '5' } }
  }
  if (error instanceof InsufficientDiskSpace || isStorageFull(error)) {
    return { status: 507, detail: t('storageFull', { id }) }
  }
  return { status: 500, detail: t('fault', { id }) }
}
