import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Operation, OperationId } from '@/lib/contract/operations'
import { env } from '@/lib/env'
import { type Database, database } from '@/lib/store/database'
import { type Keyring, keyring } from '@/lib/store/keyring'
import type { Principal } from '@/lib/store/principals'
import { isBusy } from '@/lib/store/sqlite'
import { authorize, unauthorized } from './authorize'
import { MAX_BODY_BYTES, readBody, refuseUnread } from './body'
import { readElements } from './elements'
import { writeJson } from './json'
import { checkOrders, registerOrders } from './orders'
import { problemResponse, type Trouble } from './problems'

/** A request that was let in: who asks, what for, and the elements of its list, not judged yet. */
export interface Call {
  readonly operation: Operation
  readonly principal: Principal
  readonly elements: readonly unknown[]
  readonly database: Database
  /** Ids of the warehouses that the service knows, as text; empty: any. */
  readonly warehouses: readonly string[]
}

/** What the service stands on. Tests bring their own. */
export interface Ground {
  readonly database: () => Promise<Database>
  readonly keyring: () => Keyring
  readonly warehouses: () => readonly string[]
  readonly maxBodyBytes: number
  /** Told of trouble that only we can mend; a caller gets the id. */
  readonly report: (id: string, error: unknown) => void
}

const ownGround: Ground = {
  database,
  keyring,
  warehouses: () => env().sandboxWarehouses,
  maxBodyBytes: MAX_BODY_BYTES,
  report: (id, error) => console.error(`The service could not answer (${id}).`, error),
}

/** One answer for each operation: one without does not compile. */
const handlers: Record<OperationId, (call: Call) => Promise<object>> = {
  checkJapanOrders: checkOrders,
  registerJapanOrders: registerOrders,
}

/** The route handler of an operation: lets in, reads, answers; trouble becomes a problem body, never a stack. */
export function serve(
  operation: Operation,
  ground: Ground = ownGround,
): (request: Request) => Promise<Response> {
  return async request => {
    try {
      return await answer(operation, ground, request)
    } catch (error) {
      return problemResponse(explain(error, ground))
    }
  }
}

async function answer(operation: Operation, ground: Ground, request: Request): Promise<Response> {
  const opened = await ground.database()
  // Before the body is touched: nobody unknown makes us hold bytes.
  const header = request.headers.get('authorization')
  const principal = await authorize(header, operation.auth, opened.kysely, ground.keyring())
  if (!principal) return refuseUnread(request, unauthorized(header, operation.auth))
  const body = await readBody(request, ground.maxBodyBytes)
  if (!body.ok) return body.refusal
  const read = readElements(body.bytes, operation.list)
  if (!read.ok) return problemResponse(read.trouble)
  const { elements } = read
  const warehouses = ground.warehouses()
  const result = await handlers[operation.id]({
    operation,
    principal,
    elements,
    database: opened,
    warehouses,
  })
  return new Response(writeJson(result), {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}

function explain(error: unknown, ground: Ground): Trouble {
  if (isBusy(error)) {
    return {
      status: 503,
      detail: 'The storage is busy. Try again in a moment.',
      headers: { 'retry-after': '2' },
    }
  }
  if (error instanceof RangeError && error.message.includes('call stack')) {
    return { status: 400, detail: 'The body is nested too deeply. Compare it with the API document.' }
  }
  const id = randomUUID()
  ground.report(id, error)
  return { status: 500, detail: `The service could not answer. Try again; if it stays so, report ${id}.` }
}
