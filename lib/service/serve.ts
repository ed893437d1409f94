import 'server-only'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Operation } from '@/lib/contract/operations'
import { env } from '@/lib/env'
import { noteKnownCaller } from '@/lib/log/caller'
import { logFault } from '@/lib/log/log'
import { type Database, database, isStorageBusy, isStorageFull } from '@/lib/store/database'
import { type Keyring, keyring } from '@/lib/store/keyring'
import { makePrivateDirectory } from '@/lib/store/sqlite'
import { respond } from './answer'
import { authorize, forbidden, unauthorized } from './authorize'
import { type BodyLimits, brokenOff, judgeHeaders, readList, refuseUnread } from './body'
import type { Answer, Call } from './call'
import { cutterOptions } from './elements'
import { type Gate, ownGate } from './gate'
import { handlers } from './handlers'
import { readIdempotencyKey } from './keyed'
import { problemResponse, type Trouble } from './problems'
import { NoRoom, Spool } from './spool'

/** What the service stands on. Tests bring their own. */
export interface Ground {
  readonly database: () => Promise<Database>
  readonly keyring: () => Keyring
  readonly warehouses: () => readonly string[]
  readonly limits: () => BodyLimits
  readonly gate: () => Gate
  /** Where bytes of a request may wait for its end. */
  readonly spoolDirectory: () => string
  /** Told of trouble that only we can mend; a caller gets the id. */
  readonly report: (id: string, error: unknown) => void
}

/** The ground of this process. */
export const ownGround: Ground = {
  database,
  keyring,
  warehouses: () => env().sandboxWarehouses,
  limits: () => ({ maxBodyBytes: env().maxBodyBytes, idle: 30_000, minRate: 1024 }),
  gate: ownGate,
  spoolDirectory: () => {
    const directory = join(env().dataDir, 'spool')
    makePrivateDirectory(directory)
    return directory
  },
  report: (id, error) => logFault('the service could not answer', error, { id }),
}

/** Who may answer in place of an operation's own handler, which it is given. */
export type StandIn = (call: Call, handler: (call: Call) => Promise<Answer>) => Promise<Answer>

/** The route handler of an operation: lets in, reads, answers; trouble becomes a problem body, never a stack. */
export function serve(
  operation: Operation,
  ground: Ground = ownGround,
  standIn: StandIn = (call, handler) => handler(call),
): (request: Request) => Promise<Response> {
  return async request => {
    try {
      return await admit(operation, ground, standIn, request)
    } catch (error) {
      return problemResponse(request.signal.aborted ? brokenOff : explain(error, ground))
    }
  }
}

/** Before the body is touched: nobody unknown makes us hold bytes. */
async function admit(
  operation: Operation,
  ground: Ground,
  standIn: StandIn,
  request: Request,
): Promise<Response> {
  const opened = await ground.database()
  const header = request.headers.get('authorization')
  const principal = await authorize(header, operation.auth, opened.kysely, ground.keyring())
  if (!principal) return refuseUnread(request, unauthorized(header, operation.auth))
  noteKnownCaller()
  const limits = ground.limits()
  const trouble =
    forbidden(header, principal, operation) ?? judgeHeaders(request.headers, limits.maxBodyBytes)
  if (trouble) return refuseUnread(request, trouble)
  const given = readIdempotencyKey(operation, request.headers)
  if ('trouble' in given) return refuseUnread(request, given.trouble)
  const leave = ground.gate().enter(request, principal)
  if (typeof leave !== 'function') return refuseUnread(request, leave)
  const spools: Spool[] = []
  const close = async () => {
    leave()
    for (const spool of spools.splice(0)) await spool.close()
  }
  const call: Call = {
    operation,
    principal,
    database: opened,
    warehouses: ground.warehouses(),
    signal: request.signal,
    idempotencyKey: given.key,
    read: (taker, watch) =>
      readList(request, cutterOptions(operation.list, operation.most), taker, limits, watch),
    keep: async () => {},
    spool: () => {
      const spool = new Spool(ground.spoolDirectory)
      spools.push(spool)
      return spool
    },
  }
  try {
    return await answer(call, ground, standIn, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function answer(
  call: Call,
  ground: Ground,
  standIn: StandIn,
  close: () => Promise<void>,
): Promise<Response> {
  const result = await standIn(call, handlers[call.operation.id])
  if (result.ok) {
    const done = async (error?: unknown) => {
      if (error !== undefined && !call.signal.aborted) ground.report(randomUUID(), error)
      await close()
    }
    return respond(result.parts, done, result.headers)
  }
  await close()
  return problemResponse(result.trouble)
}

function explain(error: unknown, ground: Ground): Trouble {
  if (isStorageBusy(error)) {
    return {
      status: 503,
      detail: 'The storage is busy. Try again in a moment.',
      headers: { 'retry-after': '2' },
    }
  }
  const id = randomUUID()
  ground.report(id, error)
  if (error instanceof NoRoom || isStorageFull(error)) {
    return { status: 507, detail: `The storage of the service is full. Report ${id}, or send fewer at once.` }
  }
  return { status: 500, detail: `The service could not answer. Try again; if it stays so, report ${id}.` }
}
