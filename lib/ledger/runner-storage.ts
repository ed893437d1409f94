import 'server-only'
import { mayPass } from '@/lib/store/database'
import { backoff, type Ports } from './runner-ports'

/** Times that a step before the sending is tried while the storage is in trouble that passes. */
const TRIES = 3

/**
 * Does a step of the ledger that comes before the sending, again when the storage is in trouble that passes: somebody
 * else writes for long, transactions came between each other, the server of the database restarts. The step must be
 * harmless when it was done before without our hearing of it.
 */
export async function patiently<T>(ports: Ports, step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step()
    } catch (error) {
      if (attempt >= TRIES || !mayPass(error) || ports.closing.signal.aborted) throw error
      await ports.sleep(backoff(ports.limits, attempt))
    }
  }
}
