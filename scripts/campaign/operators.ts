import type { FaultProxy } from '@/scripts/campaign/faults/fault-proxy'
import type { Child } from '@/scripts/campaign/processes/child'
import type { ServiceProcess } from '@/scripts/campaign/processes/service-process'
import type { Figures } from './figures'
import type { LedgerView } from './ledger-view'

export interface OperatorTools {
  readonly connectionId: string
  /** Orders of one registration. */
  readonly size: number
  /** The process that checks, registers and resolves for them. */
  readonly clerk: Child
  readonly service: ServiceProcess
  readonly proxy: FaultProxy
  readonly figures: Figures
  /** Reads the ledger. */
  view<T>(look: (view: LedgerView) => Promise<T>): Promise<T>
  isAlive(pid: number): boolean
  /** A process of the desk that dies while it enqueues orders. */
  enqueuer(): Child | undefined
  /** Whether operators add orders. */
  isOpen(): boolean
  /** Whether operators resolve unknown outcomes; otherwise the desk must confirm them. */
  readonly resolves: boolean
}

/** Orders that are checked and registered at a time, in requests. */
const WINDOW_REQUESTS = 6
/** Older check results are not used; the desk uses them for five minutes more. */
const MAX_CHECK_AGE_MS = 10 * 60_000

/** Operators who check and register, repeat what was not acknowledged, and resolve unknown outcomes correctly. */
export class Operators {
  readonly numbers: string[] = []
  /** Numbers whose registration was acknowledged as enqueued. */
  readonly accepted = new Set<string>()
  /** A request that was not acknowledged. It is repeated, as the browser does. */
  private unacknowledged: { act: 'check' | 'register'; request: string; numbers: string[] } | undefined
  private submissions = 0

  constructor(private readonly tools: OperatorTools) {}

  /** Whether everything that they submitted is registered. */
  async isDone(): Promise<boolean> {
    const registered = await this.tools.view(view => view.registered())
    return this.unacknowledged === undefined && this.numbers.every(number => registered.has(number))
  }

  /** Resolves unknown outcomes, and submits what is not registered. */
  async operate(): Promise<void> {
    const { tools: place } = this
    if (place.resolves) await this.resolve()
    if (!(await place.view(view => view.isRunning()))) await this.submit()
  }

  private async resolve() {
    const { tools: place } = this
    const unknown = await place.view(view => view.unknownOrders(place.isAlive))
    const ended = unknown.filter(one => one.isOver && !place.proxy.isUnderWay(one.bodySha256))
    if (ended.length > 0) {
      const there = place.service.registered()
      const findings = ended.map(({ id, attemptId, number }) => {
        const orderId = there.get(number)?.[0]
        return { id, attemptId, ...(orderId !== undefined && { orderId }) }
      })
      const failure = await place.clerk.ask({ kind: 'resolve', findings })
      if (failure === undefined) place.figures.unknown += ended.length
    }
  }

  private async submit() {
    const { tools: place } = this
    if (!this.unacknowledged) {
      const registered = await place.view(view => view.registered())
      const window = WINDOW_REQUESTS * place.size
      let open = this.numbers.filter(number => !registered.has(number))
      if (place.isOpen() && open.length < window / 2) open = [...open, ...this.addNumbers(window)]
      if (open.length === 0) return
      const passed = await place.view(view => view.passed(MAX_CHECK_AGE_MS))
      const unchecked = open.filter(number => !passed.has(number))
      const act = unchecked.length > 0 ? 'check' : 'register'
      const numbers = unchecked.length > 0 ? unchecked : open.slice(0, window)
      this.unacknowledged = { act, numbers, request: `request ${++this.submissions}` }
    }
    const { act, numbers } = this.unacknowledged
    const who = (act === 'register' && place.enqueuer()) || place.clerk
    const order = { kind: 'start-run', connectionId: place.connectionId, ...this.unacknowledged } as const
    if ((await who.ask(order)) !== undefined) return
    this.unacknowledged = undefined
    if (act === 'register') for (const number of numbers) this.accepted.add(number)
  }

  private addNumbers(count: number): string[] {
    const from = this.numbers.length
    const made = Array.from(
      { length: count },
      (_, at) => `C-${from + at}${(from + at) % 211 === 7 ? '-HEAVY' : ''}`,
    )
    this.numbers.push(...made)
    return made
  }
}
