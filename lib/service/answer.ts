import 'server-only'

/** An answer of this many bytes is sent at once, with its length. */
const WHOLE = 65_536
const PATIENCE = 60_000

const usual = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/**
 * A JSON answer out of its parts, made while the caller takes them.
 * @param done called once: when the last part was taken, or when nobody wants it any more
 * @param more headers beside the usual ones
 * @param patience how long the caller may leave a part untaken, in milliseconds
 */
export async function respond(
  parts: AsyncGenerator<string>,
  done: (error?: unknown) => Promise<void>,
  more: Readonly<Record<string, string>> = {},
  patience: number = PATIENCE,
): Promise<Response> {
  const headers = { ...usual, ...more }
  const first: string[] = []
  for (let length = 0; length < WHOLE; ) {
    const next = await parts.next()
    if (next.done) {
      await done()
      return new Response(first.join(''), { headers })
    }
    first.push(next.value)
    length += next.value.length
  }
  return new Response(streamed(first.join(''), parts, done, patience), { headers })
}

function streamed(
  first: string,
  parts: AsyncGenerator<string>,
  done: (error?: unknown) => Promise<void>,
  patience: number,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let timer: NodeJS.Timeout | undefined
  let isLeft = false
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timer = setTimeout(() => {
          controller.error(new Error('The caller did not take the answer.'))
          void done()
        }, patience)
        timer.unref()
        controller.enqueue(encoder.encode(first))
      },
      async pull(controller) {
        timer?.refresh()
        try {
          const next = await parts.next()
          if (isLeft) return
          if (!next.done) return controller.enqueue(encoder.encode(next.value))
          clearTimeout(timer)
          controller.close()
          await done()
        } catch (error) {
          if (isLeft) return
          clearTimeout(timer)
          controller.error(error)
          await done(error)
        }
      },
      async cancel() {
        isLeft = true
        clearTimeout(timer)
        await done()
      },
    },
    { highWaterMark: 1 },
  )
}
