import type { LiveChannel } from '@/components/workbench/live/live-channel'
import type { DraftOutcomes, RunView, StartedRun } from '@/lib/desk-api/runs/runs'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { isRunning, isStopped } from './run-state'

/**
 * Interval between two reads while a run continues, in milliseconds: its counts change with every response of the
 * service.
 */
export const RUN_INTERVAL_MS = 300
/**
 * Interval while the run waits, in milliseconds: a wait may take an hour, but the time that is shown counts seconds.
 */
export const WAITING_INTERVAL_MS = 1000
/** The same where the live channel reports what changed. */
export const LIVE_INTERVAL_MS = 3000
/**
 * Interval between two reads while orders are under way without a run that is followed, and after a read without a
 * response, in milliseconds.
 */
export const IDLE_INTERVAL_MS = 2000
/** The same where the live channel reports what changed. */
export const LIVE_IDLE_INTERVAL_MS = 30_000
/**
 * What the last read of a run reads again, in milliseconds: a response overlaps the one before it by two seconds, and a
 * server may take longer to commit a change, or its clock may be further behind.
 */
export const CLOSING_OVERLAP_MS = 20_000

interface Deps {
  readonly workbook: Pick<Workbook, 'serverFacts' | 'count'>
  readonly live: Pick<LiveChannel, 'isOpen'>
  /** The outcomes that the draft was opened with; the workbook has them. */
  readonly opening: DraftOutcomes | undefined
  /** @param since `until` of the last response; '' reads all @returns undefined when no response came */
  readonly fetch: (since: string, signal: AbortSignal) => Promise<DraftOutcomes | undefined>
  /** Called for the run between two pages of its outcomes. */
  readonly onProgress: (run: RunView | null) => void
  /** Called when all outcomes are read. */
  readonly onRead: (outcomes: DraftOutcomes) => void
  /** Called when a followed run has ended or stopped, with its start if this page started it. */
  readonly onEnd: (run: RunView, started: StartedRun | undefined) => void
  /** Called after each read with whether a response came. */
  readonly onResponse: (hasCome: boolean) => void
}

/** The state of one read: what it began with, and what it has found so far. */
interface Read {
  readonly number: number
  /** Whether it follows a run to its end. */
  readonly isFollowed: boolean
  /** Whether no read of all outcomes was completed before. */
  readonly isFirst: boolean
  readonly startedAt: number
  /** Whether it is the last read of a run. */
  readonly isClosing: boolean
  /** Whether an order is queued or being sent. */
  isUnderWay: boolean
}

/**
 * Reads the latest run of a draft on one connection and the outcomes of its orders into the workbook, again and again
 * while something is under way.
 */
export class RunFollower {
  private readonly stopped = new AbortController()
  private timer: ReturnType<typeof setTimeout> | undefined
  private opening: DraftOutcomes | undefined
  /** Whether the planned read, or the one under way, follows a run to its end. */
  private isFollowing = false
  private isReading = false
  private isChangedMeanwhile = false
  /** The time from which on the live channel may cause the next read. */
  private earliestRead = 0
  private since = ''
  /**
   * `until` of the reads in the last `CLOSING_OVERLAP_MS` and of the one before, the oldest first, and when they ended.
   */
  private completed: { readonly at: number; readonly until: string }[] = []
  private isComplete = false
  private started: StartedRun | undefined
  /** The run that still continued when its outcomes were read last. */
  private runningId: string | undefined
  /** Numbers of orders whose response is awaited. */
  private readonly sending = new Set<string>()
  private reads = 0

  constructor(private readonly deps: Deps) {
    this.opening = deps.opening
  }

  /** Reads now. @param started the run that this page started, which is followed to its end */
  follow(started?: StartedRun): Promise<void> {
    this.started = started
    this.runningId = undefined
    return this.read(started !== undefined && started.runId !== '')
  }

  /** Reads now, without following a run. The opening outcomes are taken before this returns. */
  read(isFollowed = false): Promise<void> {
    return this.readPages(this.begin(isFollowed))
  }

  /** Reads again once the page is visible: another tab may have registered meanwhile. */
  handleVisible(): void {
    if (this.since !== '') void this.read()
  }

  /** Reads at the next opportunity, because the live channel reported a change. */
  handleChange(): void {
    this.isChangedMeanwhile = true
    if (this.isReading || this.since === '') return
    this.plan(this.isFollowing, Math.max(0, this.earliestRead - performance.now()))
  }

  stop(): void {
    this.stopped.abort()
    clearTimeout(this.timer)
  }

  private plan(isFollowed: boolean, wait: number): void {
    clearTimeout(this.timer)
    this.isFollowing = isFollowed
    this.timer = setTimeout(() => this.read(isFollowed), wait)
  }

  private begin(isFollowed: boolean, isClosing = false): Read {
    clearTimeout(this.timer)
    this.isFollowing = isFollowed
    this.isReading = true
    this.isChangedMeanwhile = false
    this.reads++
    return {
      number: this.reads,
      isFollowed,
      isFirst: !this.isComplete,
      startedAt: performance.now(),
      isClosing,
      isUnderWay: false,
    }
  }

  private async readPages(read: Read): Promise<void> {
    const { opening } = this
    this.opening = undefined
    let page = opening ?? (await this.fetchPage())
    while (!this.isOvertaken(read)) {
      clearTimeout(this.timer)
      this.deps.onResponse(page !== undefined)
      if (!page) return this.retry(read)
      this.addToWorkbook(page, page === opening)
      read.isUnderWay ||= page.outcomes.some(({ state }) => state === 'queued' || state === 'sending')
      if (!page.more)
        return !read.isClosing && this.isRunOver(read, page)
          ? this.readOnceMore(read)
          : this.complete(read, page)
      // The outcomes of 100,000 orders take a while: the progress of the run is shown meanwhile.
      if (isRunning(page.run)) this.deps.onProgress(page.run)
      page = await this.fetchPage()
    }
  }

  /**
   * Whether a run that was followed no longer continues, and some reads came before this one. A paused run may still
   * await the response to its last request.
   */
  private isRunOver({ isFollowed }: Read, { run }: DraftOutcomes): boolean {
    const wasFollowed = isFollowed || this.runningId !== undefined
    return wasFollowed && this.completed.length > 0 && !(run && isRunning(run))
  }

  /** Reads what changed near the end of a run again: an order must not be shown as being sent for ever. */
  private readOnceMore({ isFollowed }: Read): Promise<void> {
    this.since = this.completed[0]?.until ?? this.since
    return this.readPages(this.begin(isFollowed, true))
  }

  private fetchPage(): Promise<DraftOutcomes | undefined> {
    return this.deps.fetch(this.since, this.stopped.signal)
  }

  /** Whether a later read has begun, or none may continue. */
  private isOvertaken(read: Read): boolean {
    return this.stopped.signal.aborted || read.number !== this.reads
  }

  private retry(read: Read): void {
    this.isReading = false
    this.plan(read.isFollowed, IDLE_INTERVAL_MS)
  }

  private addToWorkbook(page: DraftOutcomes, isOpening: boolean): void {
    const { serverFacts } = this.deps.workbook
    if (this.since === '') {
      if (!isOpening) serverFacts.replaceOutcomes(page.outcomes, false)
    } else if (page.outcomes.length > 0) serverFacts.addOutcomes(page.outcomes)
    serverFacts.setSending(page.isMoving)
    this.since = page.until
    for (const { mallOrderNumber, state } of page.outcomes) {
      if (state === 'sending') this.sending.add(mallOrderNumber)
      else this.sending.delete(mallOrderNumber)
    }
  }

  private complete(read: Read, last: DraftOutcomes): void {
    this.deps.workbook.serverFacts.completeOutcomes()
    this.isComplete = true
    this.isReading = false
    this.remember(last.until)
    // A large draft takes a while to read: it is read less often.
    const pause = 3 * (performance.now() - read.startedAt)
    this.earliestRead = performance.now() + Math.max(RUN_INTERVAL_MS, pause)
    this.deps.onRead(last)
    if (last.run && isRunning(last.run)) this.followOn(last.run, pause)
    else this.endOrIdle(read, last.run)
    if (this.isChangedMeanwhile) this.handleChange()
  }

  private remember(until: string): void {
    const at = performance.now()
    this.completed.push({ at, until })
    const isOld = (one: { readonly at: number } | undefined) => one && one.at <= at - CLOSING_OVERLAP_MS
    while (isOld(this.completed[1])) this.completed.shift()
  }

  /** Plans the next read of a run that continues. */
  private followOn(run: RunView, pause: number): void {
    this.runningId = run.runId
    const interval = this.deps.live.isOpen ? LIVE_INTERVAL_MS : RUN_INTERVAL_MS
    this.plan(true, Math.max(run.waiting ? WAITING_INTERVAL_MS : interval, pause))
  }

  /** Reports the end of a run, and plans another read if orders are still under way. */
  private endOrIdle(read: Read, run: RunView | null): void {
    // A paused or cancelled run still awaits the response to its last request: its result is announced after that.
    const isOpen = read.isFollowed && this.sending.size > 0
    const isEnd = read.isFollowed && this.isExpected(run)
    this.runningId = undefined
    // Why a run stopped is announced on opening the draft, too.
    if (run && !isOpen && (isEnd || (read.isFirst && isStopped(run))))
      this.deps.onEnd(run, this.started?.runId === run.runId ? this.started : undefined)
    if (isOpen) this.plan(true, RUN_INTERVAL_MS)
    else if (read.isUnderWay || this.hasBusyOrders())
      this.plan(false, this.deps.live.isOpen ? LIVE_IDLE_INTERVAL_MS : IDLE_INTERVAL_MS)
    else this.isFollowing = false
  }

  /** Orders may be under way in another tab or draft. */
  private hasBusyOrders(): boolean {
    const { workbook } = this.deps
    return workbook.count('busy') + workbook.count('waiting') > 0
  }

  /**
   * Whether a run is the followed one. The orders of a run may have been frozen without any that may be sent: the
   * latest run is an earlier one then.
   */
  private isExpected(run: RunView | null): boolean {
    const expected = this.runningId ?? (this.started?.runId || undefined)
    return expected === undefined || expected === run?.runId
  }
}
