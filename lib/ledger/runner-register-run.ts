import 'server-only'
import type { OperationId } from '@/lib/contract/operations'
import { explainOrders, listUnexplained } from '@/lib/store/ledger'
import {
  type LedgerEnvironmentRow,
  ledgerEnvironment,
  releaseLease,
  takeLease,
} from '@/lib/store/ledger-environments'
import { ledgerScope } from '@/lib/store/ledger-scopes'
import { countOrders, findRun, moveRun, type RunRow } from '@/lib/store/runs'
import type { Problem } from './problem'
import { type Checked, checkOrders } from './runner-check'
import { credentialTrouble } from './runner-credential'
import { allowed } from './runner-limits'
import { type Door, iso, type Ports } from './runner-ports'
import { livingBoots } from './runner-reap'
import { registerNext } from './runner-register'
import { checkedFormOf, operationOf } from './runner-rows'
import { type Checkable, refusedAlone, saveAnswer } from './runner-verdicts'

/** How long a run waits before it asks again whether it may send, at most. */
const LOOK_AGAIN_MS = 500

/** Most orders that one refused request can have had. */
const MOST_UNEXPLAINED = 500

/**
 * Registers what a run has left, one request at a time in its environment, until nothing is left, an outcome is
 * unknown, the environment pauses, or a person stops it. Refusals are explained on the way.
 * @param openDoor asked before each request: a connection may change meanwhile
 */
export async function runRegister(
  ports: Ports,
  run: RunRow,
  openDoor: () => Promise<Door | undefined>,
  mine: Set<string>,
): Promise<void> {
  try {
    if (!(await isDurable(ports, run))) return
    for (;;) {
      const now = await findRun(ports.database.kysely, run.id)
      const door = await openDoor()
      if (!door || now?.owner !== ports.bootId || now.state !== 'running') return
      if (await explainNext(ports, run, door)) continue
      const wait = await waitingTime(ports, run, door)
      if (wait === 'paused') return
      if (wait > 0) await ports.sleep(Math.min(wait, LOOK_AGAIN_MS))
      else if (!(await registerNext(ports, run, door, mine)) && (await finish(ports, run))) return
    }
  } finally {
    await releaseLease(ports.database.kysely, run.env_id, ports.bootId, run.id)
  }
}

/** A run that was queued may meet a database whose settings were weakened since: then it waits for a person. */
async function isDurable(ports: Ports, run: RunRow): Promise<boolean> {
  if (await ports.database.durable()) return true
  const problem: Problem = { code: 'not_durable' }
  const at = iso(ports.now())
  await moveRun(ports.database.kysely, run.id, ['running'], 'paused', at, JSON.stringify(problem))
  return false
}

/** Milliseconds until the run may send, 0 when it holds the lease now. A paused environment pauses the run. */
async function waitingTime(ports: Ports, run: RunRow, door: Door): Promise<number | 'paused'> {
  const { kysely } = ports.database
  const environment = await ledgerEnvironment(kysely, run.env_id)
  const reason = await whyPaused(ports, run, door, environment)
  if (reason) {
    await moveRun(kysely, run.id, ['running'], 'paused', iso(ports.now()), reason)
    return 'paused'
  }
  const left = Date.parse(environment.not_before ?? '') - ports.now()
  if (left > 0) return left
  const { lease_owner: owner, lease_run: holder } = environment
  if (owner === ports.bootId && holder === run.id) return 0
  const isFree = owner === null || !(await livingBoots(ports)).has(owner)
  return isFree && (await takeLease(kysely, run.env_id, environment, ports.bootId, run.id))
    ? 0
    : LOOK_AGAIN_MS
}

/** JSON of why nothing of a run may be registered until a person acts. */
async function whyPaused(ports: Ports, run: RunRow, door: Door, environment: LedgerEnvironmentRow) {
  const operation = operationOf(run)
  const restored: Problem = { code: 'after_restore' }
  if (environment.restored_at !== null) return JSON.stringify(restored)
  const { paused } = await ledgerScope(ports.database.kysely, run.env_id, operation.scope)
  if (paused !== null) return paused
  const problem = credentialTrouble(operation, door.target, ports.now())
  return problem && JSON.stringify(problem)
}

/** @returns whether the run is done: nothing of it is queued or under way */
async function finish(ports: Ports, run: RunRow): Promise<boolean> {
  const counts = await countOrders(ports.database.kysely, run.id)
  const left = (counts.get('QUEUED') ?? 0) + (counts.get('PREPARED') ?? 0) + (counts.get('SENDING') ?? 0)
  if (left > 0) {
    await ports.sleep(LOOK_AGAIN_MS)
    return false
  }
  await moveRun(ports.database.kysely, run.id, ['running'], 'done', iso(ports.now()))
  return true
}

/**
 * Checks the orders of one refused request again, for its reasons (api.md, rule 3). Operations that nothing explains
 * refuse with their reasons.
 * @returns whether there was one
 */
async function explainNext(ports: Ports, run: RunRow, door: Door): Promise<boolean> {
  const { explainedBy } = operationOf(run)
  if (!explainedBy) return false
  const rows = await listUnexplained(ports.database.kysely, run.id, MOST_UNEXPLAINED)
  const orders = rows
    .filter(row => row.current_attempt === rows[0]?.current_attempt)
    .map(row => ({ ...row, ...checkedFormOf(row) }))
  if (orders.length === 0) return false
  const answers = await askInParts(ports, run, explainedBy, door, orders)
  if (!answers) return true
  const given = answers.flatMap(({ answer }) => (answer.ok ? answer.verdicts : []))
  // One that was alone in its request is to blame, whoever finds nothing wrong with it.
  const isAlone = orders.length === 1 && given[0]?.passed === true
  const verdicts = isAlone ? [{ passed: false, failures: [refusedAlone] }] : given
  const at = iso(ports.now())
  const ids = (passed: boolean) =>
    orders.filter((_, position) => verdicts[position]?.passed === passed).map(row => row.id)
  await ports.database.write(async trx => {
    if (verdicts.length < orders.length) {
      const all = orders.map(row => row.id)
      await explainOrders(trx, all, 'unavailable', at)
      return
    }
    await saveAnswer(trx, run, answers[0]?.attemptId ?? '', orders, verdicts, at)
    await explainOrders(trx, ids(false), 'here', at)
    await explainOrders(trx, ids(true), ids(false).length > 0 ? 'elsewhere' : 'nowhere', at)
  })
  return true
}

/**
 * Checks orders in requests as large as the connection takes.
 * @returns the answers up to the first that brought no verdicts; undefined when the run does not go on
 */
async function askInParts<Order extends Checkable>(
  ports: Ports,
  run: RunRow,
  operation: OperationId,
  door: Door,
  orders: readonly Order[],
): Promise<readonly Checked[] | undefined> {
  const { database, limits } = ports
  const sizes = await allowed(database.kysely, run.connection_id, door, orders.length, ports.now())
  const size = Math.min(sizes.check_size, limits.checkOrders)
  const goesOn = async () => (await findRun(database.kysely, run.id))?.state === 'running'
  const answers: Checked[] = []
  for (let at = 0; at < orders.length; at += size) {
    const part = orders.slice(at, at + size)
    const checked = await checkOrders(ports, run, operation, door, part, goesOn)
    if (!checked) return undefined
    answers.push(checked)
    if (!checked.answer.ok) break
  }
  return answers
}
