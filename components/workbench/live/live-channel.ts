import type { LivePart } from '@/lib/desk-api/drafts/live'

/**
 * Streams that a browser keeps open, over all of its tabs: HTTP/1.1 has six connections per host, and pages need some.
 */
const MAX_STREAMS = 3
/** A tab that is hidden for this long closes its stream, in milliseconds. */
const HIDDEN_MS = 10_000
/** A stream that is silent for this long is lost (the server sends a heartbeat every 20 seconds), in milliseconds. */
const SILENCE_MS = 50_000
/** Delay between two attempts to open a stream that was refused, or for which there was no slot, in milliseconds. */
const RETRY_MS = 30_000

type Listener = () => void

/**
 * Listens to the stream of a draft that says which of its parts changed (lib/desk-api/drafts/live.ts). Where no
 * stream can be opened, in hidden tabs, behind proxies that hold it back, or beside three others, `isOpen` is false
 * and its users poll.
 */
export class LiveChannel {
  /** Whether the stream is open, so that changes are reported. */
  isOpen = false
  private source: EventSource | undefined
  private retry: ReturnType<typeof setTimeout> | undefined
  private silence: ReturnType<typeof setTimeout> | undefined
  private hidden: ReturnType<typeof setTimeout> | undefined
  private release: Listener | undefined
  private isStarted = false
  private readonly listeners = new Map<LivePart, Set<Listener>>()

  /** @param url of the stream */
  constructor(private readonly url: string) {}

  /**
   * Calls a listener when a part of the draft may have changed: after a change, and when the stream was opened or lost.
   * @returns stops that
   */
  subscribe(part: LivePart, listener: Listener): () => void {
    const known = this.listeners.get(part) ?? new Set()
    this.listeners.set(part, known.add(listener))
    return () => known.delete(listener)
  }

  start(): void {
    if (typeof EventSource === 'undefined') return
    this.isStarted = true
    document.addEventListener('visibilitychange', this.onVisibility)
    window.addEventListener('pagehide', this.disconnect)
    this.onVisibility()
  }

  stop(): void {
    this.isStarted = false
    document.removeEventListener('visibilitychange', this.onVisibility)
    window.removeEventListener('pagehide', this.disconnect)
    clearTimeout(this.hidden)
    clearTimeout(this.retry)
    this.disconnect()
  }

  private readonly onVisibility = () => {
    clearTimeout(this.hidden)
    if (document.visibilityState === 'visible') void this.connect()
    else this.hidden = setTimeout(() => this.disconnect(), HIDDEN_MS)
  }

  private async connect(): Promise<void> {
    if (this.source || this.release) return
    clearTimeout(this.retry)
    const release = await acquireSlot()
    if (!release) return this.retryLater()
    // Stopped, hidden or connected while the slot was waited for.
    if (!this.isStarted || this.source || document.visibilityState !== 'visible') return release()
    this.release = release
    const source = new EventSource(this.url)
    this.source = source
    const alive = () => {
      clearTimeout(this.silence)
      this.silence = setTimeout(() => {
        this.disconnect()
        this.retryLater()
      }, SILENCE_MS)
    }
    alive()
    source.addEventListener('ready', () => {
      alive()
      this.isOpen = true
    })
    source.addEventListener('heartbeat', alive)
    source.addEventListener('change', ({ data }) => {
      alive()
      for (const part of PARTS) if (data.includes(part)) this.notify(part)
    })
    source.onerror = () => {
      const wasOpen = this.isOpen
      this.isOpen = false
      // The browser connects again by itself, unless the server refused.
      if (source.readyState === EventSource.CLOSED) {
        this.disconnect()
        this.retryLater()
      }
      if (wasOpen) for (const part of PARTS) this.notify(part)
    }
  }

  private readonly disconnect = () => {
    clearTimeout(this.silence)
    const wasOpen = this.isOpen
    this.isOpen = false
    this.source?.close()
    this.source = undefined
    this.release?.()
    this.release = undefined
    if (wasOpen && this.isStarted) for (const part of PARTS) this.notify(part)
  }

  private retryLater(): void {
    clearTimeout(this.retry)
    if (this.isStarted) this.retry = setTimeout(this.onVisibility, RETRY_MS)
  }

  private notify(part: LivePart): void {
    for (const listener of this.listeners.get(part) ?? []) listener()
  }
}

const PARTS: readonly LivePart[] = ['changes', 'runs']

/** Takes one of the streams that this browser may have. @returns gives it back; undefined: all are in use */
async function acquireSlot(): Promise<Listener | undefined> {
  const { locks } = navigator
  if (!locks) return () => {}
  for (let slot = 1; slot <= MAX_STREAMS; slot++) {
    const release = await new Promise<Listener | undefined>(resolve => {
      locks
        .request(`lading-live-${slot}`, { ifAvailable: true }, lock => {
          if (!lock) return resolve(undefined)
          return new Promise<void>(end => resolve(end))
        })
        .catch(() => resolve(undefined))
    })
    if (release) return release
  }
  return undefined
}
