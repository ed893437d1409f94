import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'

/** What the log must know about the sender of a request. */
export interface Caller {
  /** Whether the request is authenticated: by a live session, or by credentials of the service. */
  isKnown: boolean
  /** Whether the response was sent: work after that is the server's own. */
  hasResponse: boolean
  /** Whether the request failed because the database could not be used. */
  isUnavailable?: boolean
  /** Names the request in the log; undefined while requests are not logged. */
  readonly requestId?: string | undefined
}

// Next compiles a module several times into one process, so shared state is kept on globalThis.
const shared = globalThis as { [key: symbol]: AsyncLocalStorage<Caller> | undefined }
const KEY = Symbol.for('lading.log.caller')

function storage(): AsyncLocalStorage<Caller> {
  shared[KEY] ??= new AsyncLocalStorage()
  return shared[KEY]
}

/** Runs the handler of a request; its log entries count as caused by `caller`. */
export const runAs = <T>(caller: Caller, work: () => T): T => storage().run(caller, work)

/** Notes that the present request is authenticated. */
export function noteKnownCaller(): void {
  const caller = storage().getStore()
  if (caller) caller.isKnown = true
}

/** Notes that the present request failed because the database could not be used. */
export function noteUnavailable(): void {
  const caller = storage().getStore()
  if (caller) caller.isUnavailable = true
}

/** The id of the request that caused the present work, if requests are logged. */
export const currentRequestId = (): string | undefined => storage().getStore()?.requestId

/** Whether the present work was caused by an unauthenticated request. */
export function isAnonymous(): boolean {
  const caller = storage().getStore()
  return caller !== undefined && !caller.isKnown && !caller.hasResponse
}
