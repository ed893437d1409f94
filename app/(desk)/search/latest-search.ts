/** How long a text must rest before it is searched for, in milliseconds. */
const DELAY_MS = 120

/** Fetches the results of a text; `signal` ends the request when they are not wanted any more. */
type Fetch<T> = (text: string, signal: AbortSignal) => Promise<T>

/** What a search calls with the results of the newest text, and with nothing else. */
interface Listener<T> {
  readonly onResult: (text: string, result: T) => void
  readonly onFailure: (text: string) => void
}

/**
 * A search that follows what an operator types: it waits for a pause in typing, aborts outdated requests, and
 * ignores results that still come. So a late result never replaces a newer one.
 */
export class LatestSearch<T> {
  private timer: ReturnType<typeof setTimeout> | undefined
  private request: AbortController | undefined

  constructor(
    private readonly fetchResult: Fetch<T>,
    private readonly listener: Listener<T>,
  ) {}

  /** Searches for a text after a pause, in place of all earlier ones. */
  search(text: string): void {
    this.cancel()
    this.timer = setTimeout(() => void this.send(text), DELAY_MS)
  }

  /** Forgets what was searched for. */
  cancel(): void {
    clearTimeout(this.timer)
    this.request?.abort()
    this.request = undefined
  }

  private async send(text: string): Promise<void> {
    const request = new AbortController()
    this.request = request
    try {
      const result = await this.fetchResult(text, request.signal)
      if (!request.signal.aborted) this.listener.onResult(text, result)
    } catch {
      if (!request.signal.aborted) this.listener.onFailure(text)
    }
  }
}
