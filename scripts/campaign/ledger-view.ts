import type { Database } from '@/lib/store/db/database'
import type { Seen } from '@/scripts/campaign/faults/fault-proxy'

/** An order with an unknown outcome, and the request that contained it. */
export interface UnknownOrder {
  readonly id: string
  readonly attemptId: string
  readonly number: string
  readonly bodySha256: string
  /** Nothing of this request can be sent any more. */
  readonly isOver: boolean
}

/** Where the first step of every order begins. */
const FIRST = 'VALIDATED'

/** Reads the ledger from outside, as an auditor would. */
export class LedgerView {
  constructor(private readonly database: Database) {}

  /** Orders with an unknown outcome. @param isAlive whether a process is alive */
  async unknownOrders(isAlive: (pid: number) => boolean): Promise<UnknownOrder[]> {
    const rows = await this.database.kysely
      .selectFrom('ledger_order')
      .innerJoin('attempt', 'attempt.id', 'ledger_order.current_attempt')
      .select([
        'ledger_order.id',
        'attempt.id as attemptId',
        'mall_order_number',
        'body_sha256',
        'owner_pid',
        'hard_deadline',
        'classified_as',
      ])
      .where('ledger_order.state', '=', 'UNKNOWN')
      .execute()
    return rows.map(row => ({
      id: row.id,
      attemptId: row.attemptId,
      number: row.mall_order_number,
      bodySha256: row.body_sha256,
      isOver:
        row.classified_as !== 'reaped' ||
        !isAlive(row.owner_pid) ||
        Date.parse(row.hard_deadline ?? '') + 100 < Date.now(),
    }))
  }

  /** How many requests are under way or wait for a reaper. */
  async openAttempts(isAlive: (pid: number) => boolean): Promise<{ all: number; left: number }> {
    const rows = await this.database.kysely
      .selectFrom('attempt')
      .select('owner_pid')
      .where('state', '<>', 'DONE')
      .execute()
    return { all: rows.length, left: rows.filter(row => !isAlive(row.owner_pid)).length }
  }

  /** How many requests a process sent. */
  async countRequestsOf(pid: number): Promise<number> {
    const { count } = await this.database.kysely
      .selectFrom('attempt')
      .select(row => row.fn.countAll().as('count'))
      .where('owner_pid', '=', pid)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async countUnknown(): Promise<number> {
    const { count } = await this.database.kysely
      .selectFrom('ledger_order')
      .select(row => row.fn.countAll().as('count'))
      .where('state', '=', 'UNKNOWN')
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async isRunning(): Promise<boolean> {
    const run = await this.database.kysely
      .selectFrom('run')
      .select('id')
      .where('state', '=', 'running')
      .limit(1)
      .executeTakeFirst()
    return run !== undefined
  }

  /** Numbers that passed a check less than `age` milliseconds ago. */
  async passed(age: number): Promise<Set<string>> {
    const rows = await this.database.kysely
      .selectFrom('verdict')
      .select('mall_order_number')
      .where('passed', '=', 1)
      .where('checked_at', '>', new Date(Date.now() - age).toISOString())
      .execute()
    return new Set(rows.map(row => row.mall_order_number))
  }

  /** The registered numbers with their ids in the ledger. */
  async registered(): Promise<Map<string, string>> {
    const rows = await this.database.kysely
      .selectFrom('ledger_order')
      .select(['mall_order_number', 'order_id'])
      .where('state', '=', 'REGISTERED')
      .execute()
    return new Map(rows.map(row => [row.mall_order_number, row.order_id ?? '']))
  }

  /**
   * Steps of all orders, and orders whose steps do not lead from one to the next and to their state: a row is missing.
   */
  async steps(): Promise<{ all: number; brokenOrders: number }> {
    const orders = await this.database.kysely.selectFrom('ledger_order').select(['id', 'state']).execute()
    const events = await this.database.kysely
      .selectFrom('ledger_event')
      .select(['ledger_order_id', 'from_state', 'to_state'])
      .orderBy('seq')
      .execute()
    const reached = new Map<string, string>()
    const broken = new Set<string>()
    for (const { ledger_order_id: id, from_state, to_state } of events) {
      if ((reached.get(id) ?? FIRST) !== from_state) broken.add(id)
      reached.set(id, to_state)
    }
    for (const { id, state } of orders) if (reached.get(id) !== state) broken.add(id)
    return { all: events.length, brokenOrders: broken.size }
  }

  /** Whether a request with this body was marked as being sent before now (F3). */
  async announces({ sha256, whole, body }: Seen): Promise<boolean> {
    const sending = this.database.kysely
      .selectFrom('attempt')
      .select('id')
      .where('sending_at', 'is not', null)
      .where('state', 'in', ['SENDING', 'RESPONDED', 'DONE'])
    if (whole) return (await sending.where('body_sha256', '=', sha256).executeTakeFirst()) !== undefined
    // For an incomplete body, one request must be under way at this moment; an empty body proves nothing.
    return (
      body.length === 0 || (await sending.where('state', '=', 'SENDING').executeTakeFirst()) !== undefined
    )
  }
}
