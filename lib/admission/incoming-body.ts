import 'server-only'
import type { IncomingMessage } from 'node:http'

/** How the wait for a whole body ended. `gone`: the connection closed. */
export type Collected = 'whole' | 'too large' | 'too slow' | 'gone'

/**
 * Watches the body of a request arrive without consuming it, so that admission can check it before the request's
 * handler, which still gets all of it. Create it as soon as the request has started: earlier bytes are not counted.
 *
 * Node's parser passes a body to its request by `push`, which is overridden here.
 */
export class IncomingBody {
  private readonly chunks: Uint8Array[] = []
  private length = 0
  private isWhole = false
  private isRefused = false
  private onChange = () => {}
  private readonly forward: IncomingMessage['push']

  /**
   * @param keptBytes bytes that are taken in no matter whether they are read, and kept for `bytes`; of a longer body
   *   only the stream's own buffer fills up
   */
  constructor(
    private readonly request: IncomingMessage,
    private readonly keptBytes: number,
  ) {
    this.forward = request.push.bind(request)
    request.push = (chunk: Uint8Array | null, encoding?: BufferEncoding) => this.push(chunk, encoding)
  }

  /** The kept bytes so far. */
  get bytes(): readonly Uint8Array[] {
    return this.chunks
  }

  /**
   * Waits for the end of the body.
   * @param maxBytes at most `keptBytes`, or fewer than the stream's buffer holds
   * @param timeoutMs milliseconds that it may take
   */
  collect(maxBytes: number, timeoutMs: number): Promise<Collected> {
    return new Promise(resolve => {
      const end = (how: Collected) => {
        clearTimeout(timer)
        this.request.off('close', this.onChange)
        this.onChange = () => {}
        resolve(how)
      }
      const timer = setTimeout(end, timeoutMs, 'too slow')
      this.onChange = () => {
        if (this.length > maxBytes) end('too large')
        else if (this.isWhole) end('whole')
        else if (this.request.destroyed) end('gone')
      }
      this.request.on('close', this.onChange)
      this.onChange()
    })
  }

  /** Stops watching: the handler gets the rest as it arrives. */
  release(): void {
    // The override is an own property; deleting it uncovers the stream's method.
    Reflect.deleteProperty(this.request, 'push')
  }

  /**
   * Discards the rest of the body as it arrives, so that the connection can be used again. A sender that is slow on
   * purpose would keep the connection for minutes, so it closes after a while.
   * @param timeoutMs milliseconds that the rest may take
   */
  refuse(timeoutMs: number): void {
    this.isRefused = true
    this.chunks.length = 0
    if (this.isWhole) return
    const timer = setTimeout(() => this.request.destroy(), timeoutMs)
    this.onChange = () => {
      if (this.isWhole) clearTimeout(timer)
    }
    this.request.once('close', () => clearTimeout(timer))
  }

  private push(chunk: Uint8Array | null, encoding?: BufferEncoding): boolean {
    if (chunk === null) {
      this.isWhole = true
      const goesOn = this.forward(null)
      this.onChange()
      return goesOn
    }
    this.length += chunk.length
    const isKept = this.length <= this.keptBytes
    // True requests more bytes: the kept bytes are bounded, and no handler reads before the body is complete.
    let goesOn = true
    if (!this.isRefused) {
      if (isKept) this.chunks.push(chunk)
      goesOn = this.forward(chunk, encoding) || isKept
    }
    this.onChange()
    return goesOn
  }
}
