import 'server-only'
import type { LivePart } from '@/lib/desk-api/drafts/live'
import type { DraftPulse } from '@/lib/store/drafts/pulses'

/** One open stream. */
export interface LiveStream {
  readonly draftId: string
  /** The workbench that reads it; '' for other pages. */
  readonly editingSession: string
  readonly operatorId: string
  /** The sign-in session; the stream ends with it. */
  readonly sessionId: string
  readonly role: string
  /** Sends the changed parts. @param pulse current pulse of the draft, which the reader sends when it reconnects */
  onChange(parts: readonly LivePart[], pulse: DraftPulse): void
  /** Keeps proxies from closing a silent connection. */
  onHeartbeat(): void
  /** Ends the stream: signed out, another role, or the server stops. */
  onEnd(): void
}

/** The dependencies of the hub. */
export interface LiveSource {
  /** The pulses of drafts; missing drafts have none. */
  readPulses(draftIds: readonly string[]): Promise<ReadonlyMap<string, DraftPulse>>
  /** The roles of the operators of live sign-in sessions, by session. */
  readRoles(sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Stores that these workbenches are open and their sign-in sessions in use. */
  touch(streams: readonly LiveStream[]): Promise<void>
  /**
   * Calls a listener after every commit of this process, and when another server announces one.
   * @returns how to stop that
   */
  onCommit(listener: () => void): () => void
  /** Whether other servers announce their commits at present. */
  isAnnounced(): boolean
  /** Reports a failed read, which is retried. */
  onFailure(error: unknown): void
}

/** Intervals of the hub, in milliseconds. */
export interface LiveIntervals {
  /**
   * Time between two reads of all pulses: the maximum delay for changes of other processes that do not announce them.
   */
  readonly pulse: number
  /** Time between two reads while other processes announce their changes, because an announcement may be lost. */
  readonly announcedPulse: number
  /** Delay from a commit to the read that it causes. */
  readonly afterCommit: number
  /** Minimum time between two reads, however many commits there are. */
  readonly least: number
  readonly heartbeat: number
  /** Time between two checks of the sign-in sessions. */
  readonly sessions: number
  /** Time between two writes that workbenches are open; shorter than the time after which they count as closed. */
  readonly touch: number
}

/**
 * Notifies open streams when their draft changes. One statement reads the pulses of all open drafts, however many
 * streams there are: after commits of this process and of servers that announce them, and at an interval for all
 * others. Without streams it is idle.
 */
export class LiveHub {
  private readonly streams = new Map<LiveStream, DraftPulse | undefined>()
  /** Slots in use, by operator. */
  private readonly slots = new Map<string, number>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private due = Number.POSITIVE_INFINITY
  // By the clock of the process, which cannot be set back: a session that ended must be found in time.
  private lastRead = Number.NEGATIVE_INFINITY
  private lastSessions = 0
  private lastTouch = 0
  private isReading = false
  private heartbeat: ReturnType<typeof setInterval> | undefined
  private unsubscribe = () => {}
  private isClosed = false

  constructor(
    private readonly source: LiveSource,
    private readonly intervals: LiveIntervals,
  ) {}

  /** The number of open streams. */
  get size(): number {
    return this.streams.size
  }

  /** Whether a workbench has an open stream. */
  reads(editingSession: string): boolean {
    return [...this.streams.keys()].some(stream => stream.editingSession === editingSession)
  }

  /**
   * Acquires one of the slots of an operator: each stream costs memory, and a write when it is opened.
   * @returns how to release it; undefined: all of them are in use
   */
  acquireSlot(operatorId: string): (() => void) | undefined {
    const used = this.slots.get(operatorId) ?? 0
    if (used >= MAX_STREAMS_PER_OPERATOR) return undefined
    this.slots.set(operatorId, used + 1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const left = (this.slots.get(operatorId) ?? 1) - 1
      if (left > 0) this.slots.set(operatorId, left)
      else this.slots.delete(operatorId)
    }
  }

  /**
   * Opens a stream.
   * @param known the pulse that the reader saw last; undefined: everything counts as changed
   * @returns how to close it; undefined: the server is stopping
   */
  open(stream: LiveStream, known?: DraftPulse): (() => void) | undefined {
    if (this.isClosed) return undefined
    if (this.streams.size === 0) this.start()
    this.streams.set(stream, known)
    this.schedule(this.intervals.afterCommit)
    return () => this.remove(stream)
  }

  /** Ends all streams and opens no new ones. */
  close(): void {
    this.isClosed = true
    for (const stream of [...this.streams.keys()]) this.end(stream)
  }

  private start(): void {
    const now = performance.now()
    this.lastSessions = now
    this.lastTouch = now
    this.unsubscribe = this.source.onCommit(() => this.schedule(this.intervals.afterCommit))
    this.heartbeat = setInterval(() => {
      for (const stream of this.streams.keys()) stream.onHeartbeat()
    }, this.intervals.heartbeat)
    // Streams do not keep the process alive.
    this.heartbeat.unref()
  }

  private remove(stream: LiveStream): void {
    if (!this.streams.delete(stream)) return
    if (this.streams.size > 0) return
    this.unsubscribe()
    clearInterval(this.heartbeat)
    clearTimeout(this.timer)
    this.due = Number.POSITIVE_INFINITY
  }

  private end(stream: LiveStream): void {
    this.remove(stream)
    stream.onEnd()
  }

  /** Schedules a read of the pulses in this many milliseconds, unless an earlier one is scheduled. */
  private schedule(wait: number): void {
    if (this.streams.size === 0) return
    const now = performance.now()
    const at = Math.max(now + wait, this.lastRead + this.intervals.least)
    if (at >= this.due) return
    this.due = at
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.read(), at - now)
    this.timer.unref()
  }

  private async read(): Promise<void> {
    this.due = Number.POSITIVE_INFINITY
    // A commit during a read causes another read afterwards.
    if (this.isReading) return this.schedule(this.intervals.least)
    this.isReading = true
    this.lastRead = performance.now()
    try {
      await this.checkSessions()
      await this.readPulses()
      await this.touchAll()
    } catch (error) {
      this.source.onFailure(error)
    } finally {
      this.isReading = false
      const { pulse, announcedPulse } = this.intervals
      this.schedule(this.source.isAnnounced() ? announcedPulse : pulse)
    }
  }

  private async readPulses(): Promise<void> {
    const streams = [...this.streams.keys()]
    const pulses = await this.source.readPulses([...new Set(streams.map(({ draftId }) => draftId))])
    for (const stream of streams) {
      if (!this.streams.has(stream)) continue
      const now = pulses.get(stream.draftId) ?? NO_DRAFT
      const before = this.streams.get(stream)
      this.streams.set(stream, now)
      const parts = PARTS.filter(part => now[part] !== before?.[part])
      if (parts.length > 0) stream.onChange(parts, now)
    }
  }

  private async checkSessions(): Promise<void> {
    if (performance.now() < this.lastSessions + this.intervals.sessions) return
    this.lastSessions = performance.now()
    const streams = [...this.streams.keys()]
    const roles = await this.source.readRoles([...new Set(streams.map(({ sessionId }) => sessionId))])
    for (const stream of streams) {
      if (roles.get(stream.sessionId) !== stream.role) this.end(stream)
    }
  }

  private async touchAll(): Promise<void> {
    if (this.streams.size === 0 || performance.now() < this.lastTouch + this.intervals.touch) return
    this.lastTouch = performance.now()
    await this.source.touch([...this.streams.keys()])
  }
}

/** A browser opens at most three: enough for several computers, and for some that were put to sleep. */
const MAX_STREAMS_PER_OPERATOR = 20

const PARTS: readonly LivePart[] = ['changes', 'runs']

/** The pulse of a draft that is not saved yet, or deleted. */
const NO_DRAFT: DraftPulse = { changes: '', runs: '' }
