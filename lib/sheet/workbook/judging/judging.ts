import type { Draft } from '@/lib/sheet/draft/draft'
import type { FailureGroup, FailureIndex } from '@/lib/sheet/judge/failures/failure-index'
import type { ListedFailure } from '@/lib/sheet/judge/failures/order-failures'
import { OrderStates } from '@/lib/sheet/judge/status/order-states'
import type { OrderOutcome } from '@/lib/sheet/judge/status/outcomes'
import type { OrdersIndex } from '@/lib/sheet/orders/orders-index'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { FailureLists } from './failure-lists'
import { JudgeQueue, type ScheduleTask } from './judge-queue'
import { ServerFacts } from './server-facts'

/** The outcomes that are known when a draft is opened; without `isAll` the others follow. */
export interface KnownOutcomes {
  readonly outcomes: readonly OrderOutcome[]
  readonly isAll: boolean
}

interface Deps {
  readonly draft: Draft
  readonly index: OrdersIndex
  readonly sheet: Sheet
  readonly known: KnownOutcomes
  readonly scheduleTask: ScheduleTask
  /** Called when the marks of a line may have changed. */
  readonly onLine: (line: LineId) => void
  /** Called by `flush` with the orders that were judged, or ended, since the last call. */
  readonly onJudged: (firstLines: ReadonlySet<LineId>) => void
  /** Called at the end of a slice. @param isForAll whether counts and lists are updated as well */
  readonly onSlice: (isForAll: boolean) => void
  /** Called after the server reported something. @param isEdition see `ServerFacts` */
  readonly onReport: (isEdition: boolean) => void
}

/**
 * How the orders of an open draft are judged: their statuses and marks, the queue of those that are still to be judged,
 * and the lists of failures. Judged orders reach the lists with the next `flush`.
 */
export class Judging {
  readonly states: OrderStates
  readonly serverFacts: ServerFacts
  private readonly queue: JudgeQueue
  private readonly lists: FailureLists
  /** Orders that were judged, or ended, since the last `flush`. */
  private readonly judged = new Set<LineId>()

  constructor(private readonly deps: Deps) {
    const { draft, index, sheet, known, scheduleTask, onSlice, onReport } = deps
    this.states = new OrderStates(draft, index, sheet)
    this.states.replaceOutcomes(known.outcomes, known.isAll)
    this.lists = new FailureLists(sheet.columns, index, this.states)
    this.queue = new JudgeQueue({
      draft,
      index,
      judge: firstLine => this.judge(firstLine),
      notify: onSlice,
      scheduleTask,
    })
    this.serverFacts = new ServerFacts({ states: this.states, queue: this.queue, onChange: onReport })
  }

  /** Whether every order is judged. */
  get isDone(): boolean {
    return this.queue.isDone
  }

  /** Whether the counts of errors are final: every order is judged, by everything that the server knows of it. */
  get isFinal(): boolean {
    return this.isDone && this.states.isFinal
  }

  /** All failures; kept up to date once they were read. */
  get failures(): FailureIndex {
    return this.lists.failures
  }

  /** All warnings; kept up to date once they were read. */
  get warnings(): FailureIndex {
    return this.lists.warnings
  }

  /** A group of failures or of warnings, by its key. */
  group(key: string): FailureGroup | undefined {
    return this.lists.group(key)
  }

  /** The failures of an order, line by line and left to right; none of an order that no longer exists. */
  failuresOf(firstLine: LineId): readonly ListedFailure[] {
    return this.lists.of(firstLine)
  }

  /** Judges every order: few at once, many in slices after the next paint. */
  all(): void {
    this.queue.all()
  }

  /** Judges orders that changed. @param isChunk whether they are part of a larger act: it can wait */
  add(firstLines: ReadonlySet<LineId>, isChunk: boolean): void {
    this.queue.add(firstLines, isChunk)
  }

  /** While a large act is in progress, most of its orders wait for its end, so that the act ends sooner. */
  hold(isActive: boolean): void {
    this.queue.hold(isActive)
  }

  /** Forgets an order that no longer exists. @returns the orders to judge again */
  end(firstLine: LineId): ReadonlySet<LineId> {
    this.queue.drop(firstLine)
    this.judged.add(firstLine)
    if (this.states.forget(firstLine)) this.deps.onLine(firstLine)
    return this.states.leaveOut(firstLine)
  }

  /** Updates the lists with the orders that were judged: all orders at once would be a long task. */
  flush(): void {
    this.lists.update(this.judged)
    this.deps.onJudged(this.judged)
    this.judged.clear()
  }

  private judge(firstLine: LineId): void {
    const order = this.deps.index.find(firstLine)
    if (!order) return
    this.queue.addOthers(this.states.judge(order))
    this.judged.add(firstLine)
    for (const line of order.lines) this.deps.onLine(line)
  }
}
