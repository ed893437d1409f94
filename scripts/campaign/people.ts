import type { Child } from './child'
import type { FaultProxy } from './fault-proxy'
import type { Figures } from './figures'
import type { LedgerView } from './ledger-view'
import type { ServiceProcess } from './service-process'

/** What people work with. */
export interface Place {
  readonly connectionId: string
  /** Orders of one registration. */
  readonly size: number
  /** Presses and resolves for them. */
  readonly clerk: Child
  readonly service: ServiceProcess
  readonly proxy: FaultProxy
  readonly figures: Figures
  /** Looks into the ledger. */
  view<T>(look: (view: LedgerView) => Promise<T>): Promise<T>
  isAlive(pid: number): boolean
  /** A process of the desk that is to die while it takes in a press. */
  enqueuer(): Child | undefined
  /** Whether new orders come in. */
  isOpen(): boolean
}

/** How many orders are checked and pressed at a time, in requests. */
const WINDOW = 6
/** A check result older than this is not relied on; the desk does for five minutes more. */
const CHECKED_WITHIN = 10 * 60_000

/** People who press Check and Register, press again, and look after what is in doubt, as honest ones do. */
export class People {
  readonly numbers: string[] = []
  /** Numbers whose registration was acknowledged as taken in. */
  readonly accepted = new Set<string>()
  /** A press that was not acknowledged, as the browser sends it again. */
  private unanswered: { act: 'check' | 'register'; request: string; numbers: string[] } | undefined
  private presses = 0

  constructor(private readonly place: Place) {}

  /** Whether everything that they pressed is registered. */
  async isDone(): Promise<boolean> {
    const registered = await this.place.view(view => view.registered())
    return this.unanswered === undefined && this.numbers.every(number => registered.has(number))
  }

  /** What people do meanwhile: look after what is in doubt, and press what is not registered. */
  async operate(): Promise<void> {
    const { place } = this
    const doubts = await place.view(view => view.inDoubt(place.isAlive))
    const over = doubts.filter(one => one.isOver && !place.proxy.isUnderWay(one.bodySha256))
    if (over.length > 0) {
      const there = place.service.registered()
      const findings = over.map(({ id, attemptId, number }) => {
        const orderId = there.get(number)?.[0]
        return { id, attemptId, ...(orderId !== undefined && { orderId }) }
      })
      const trouble = await place.clerk.ask({ kind: 'resolve', findings })
      if (trouble === undefined) place.figures.unknown += over.length
    }
    if (!(await place.view(view => view.isRunning()))) await this.press()
  }

  private async press() {
    const { place } = this
    if (!this.unanswered) {
      const registered = await place.view(view => view.registered())
      const window = WINDOW * place.size
      let open = this.numbers.filter(number => !registered.has(number))
      if (place.isOpen() && open.length < window / 2) open = [...open, ...this.addNumbers(window)]
      if (open.length === 0) return
      const passed = await place.view(view => view.passed(CHECKED_WITHIN))
      const unchecked = open.filter(number => !passed.has(number))
      const act = unchecked.length > 0 ? 'check' : 'register'
      const numbers = unchecked.length > 0 ? unchecked : open.slice(0, window)
      this.unanswered = { act, numbers, request: `press ${++this.presses}` }
    }
    const { act, numbers } = this.unanswered
    const who = (act === 'register' && place.enqueuer()) || place.clerk
    const order = { kind: 'press', connectionId: place.connectionId, ...this.unanswered } as const
    if ((await who.ask(order)) !== undefined) return
    this.unanswered = undefined
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
