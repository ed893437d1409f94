import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'

/** Who sent a request, as far as the log cares. */
export interface Caller {
  /** Whether the request proved who sent it: by a live session, or by credentials of the service. */
  isKnown: boolean
  /** Whether the request was answered: what still happens in its name is work of the server's own. */
  isAnswered: boolean
}

// Next compiles a module several times into one process; what they share has to lie outside of modules.
const shared = globalThis as { [key: symbol]: AsyncLocalStorage<Caller> | undefined }
const KEY = Symbol.for('lading.log.caller')

function storage(): AsyncLocalStorage<Caller> {
  shared[KEY] ??= new AsyncLocalStorage()
  return shared[KEY]
}

/** Runs what answers a request; what it logs is logged as caused by `caller`. */
export const runAs = <T>(caller: Caller, work: () => T): T => storage().run(caller, work)

/** Notes that the request under way proved who sent it. */
export function noteKnownCaller(): void {
  const caller = storage().getStore()
  if (caller) caller.isKnown = true
}

/** Whether what happens now was caused by a request that proved nothing of who sent it. */
export function isAnonymous(): boolean {
  const caller = storage().getStore()
  return caller !== undefined && !caller.isKnown && !caller.isAnswered
}
