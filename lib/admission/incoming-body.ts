import 'server-only'
import type { IncomingMessage } from 'node:http'

/** How the wait for a whole body ended. `gone`: the connection closed before. */
export type Collected = 'whole' | 'too large' | 'too slow' | 'gone'

/**
 * Watches the body of a request arrive without reading it, so that it can be judged before the handler of the request
 * sees it, and is all there for the handler afterwards. To be made as soon as the request has begun: bytes that came
 * before are not counted.
 *
 * Node's parser hands a body to its request by `push`, which is overridden here.
 */
export class IncomingBody {
  private readonly chunks: Uint8Array[] = []
  private length = 0
  private isWhole = false
  private isRefused = false
  private onChange = () => {}
  private readonly handOn: IncomingMessage['push']

  /**
   * @param keep bytes that are taken in no matter whether they are read, and kept for `bytes`; of a longer body only
   *   the stream's own buffer fills up
   */
  constructor(
    private readonly request: IncomingMessage,
    private readonly keep: number,
  ) {
    this.handOn = request.push.bind(request)
    request.push = (chunk: Uint8Array | null, encoding?: BufferEncoding) => this.push(chunk, encoding)
  }

  /** The bytes so far, as long as they were kept. */
  get bytes(): readonly Uint8Array[] {
    return this.chunks
  }

  /**
   * Waits for the end of the body.
   * @param most bytes that it may have; at most `keep`, or fewer than the stream's buffer holds
   * @param patience milliseconds that it may take
   */
  collect(most: number, patience: number): Promise<Collected> {
    return new Promise(resolve => {
      const end = (how: Collected) => {
        clearTimeout(timer)
        this.request.off('close', this.onChange)
        this.onChange = () => {}
        resolve(how)
      }
      const timer = setTimeout(end, patience, 'too slow')
      this.onChange = () => {
        if (this.length > most) end('too large')
        else if (this.isWhole) end('whole')
        else if (this.request.destroyed) end('gone')
      }
      this.request.on('close', this.onChange)
      this.onChange()
    })
  }

  /** Stops watching: the rest goes to the handler as it comes. */
  release(): void {
    // The override is an own property; below it is the stream's own method.
    Reflect.deleteProperty(this.request, 'push')
  }

  /** Forgets the rest of the body as it comes. */
  refuse(): void {
    this.isRefused = true
    this.chunks.length = 0
  }

  private push(chunk: Uint8Array | null, encoding?: BufferEncoding): boolean {
    if (chunk === null) {
      this.isWhole = true
      const goesOn = this.handOn(null)
      this.onChange()
      return goesOn
    }
    this.length += chunk.length
    const isKept = this.length <= this.keep
    // True asks for more: what is kept is bounded, and nobody reads before it is whole.
    let goesOn = true
    if (!this.isRefused) {
      if (isKept) this.chunks.push(chunk)
      goesOn = this.handOn(chunk, encoding) || isKept
    }
    this.onChange()
    return goesOn
  }
}
