import 'server-only'
import { logFault } from '@/lib/log/log'

/** Options of `byteStream`. */
interface ByteStreamOptions {
  /** How long the reader may leave a chunk unread before the stream fails and releases the source. */
  readonly readTimeoutMs?: number
  /**
   * Called once, after the source was released: when all bytes were read, when the reader cancelled or timed out, or,
   * with the error, when the source failed.
   */
  readonly onEnd?: (error?: unknown) => void | Promise<void>
}

const READ_TIMEOUT_MS = 60_000
/** Bytes of one chunk: a reader on a slow line takes one within the timeout. */
const CHUNK_SIZE = 64 * 1024

/**
 * The body of a streamed response: reads `source` only as fast as the reader takes bytes. When the reader cancels, as
 * Next does when a browser aborts a download, the source is released: a generator runs its `finally` blocks.
 *
 * `Readable.toWeb` does not do for this: it closes its controller again after a cancel, and that exception, which no
 * request can catch, ends the process.
 *
 * When the source fails, the stream fails with its error, which Next writes into the log.
 */
export function byteStream(
  source: AsyncIterable<Uint8Array>,
  { readTimeoutMs = READ_TIMEOUT_MS, onEnd: done }: ByteStreamOptions = {},
): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  const end = async (error?: unknown): Promise<void> => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    rest = new Uint8Array()
    try {
      await iterator.return?.()
    } finally {
      await done?.(error)
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(timer)
        try {
          while (rest.length === 0) {
            const next = await iterator.next()
            if (isOver) return
            if (next.done) {
              await end()
              controller.close()
              return
            }
            rest = next.value
          }
        } catch (error) {
          if (isOver) return
          await end(error)
          throw error
        }
        controller.enqueue(rest.subarray(0, CHUNK_SIZE))
        rest = rest.subarray(CHUNK_SIZE)
        timer = setTimeout(() => {
          controller.error(new DOMException('The reader took nothing for too long.', 'AbortError'))
          end().catch(error => logFault('the resources of a response were not released', error))
        }, readTimeoutMs).unref()
      },
      cancel: () => end(),
    },
    { highWaterMark: 1 },
  )
}
