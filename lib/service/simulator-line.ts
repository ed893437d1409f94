import 'server-only'
import { setImmediate } from 'node:timers/promises'

/** Sends the head of the answer and half of the first piece of its body, then breaks the connection. */
export function breakOff(answer: Response): Response {
  const reader = answer.body?.getReader()
  let isSent = false
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (isSent) {
          // What was sent is then on its way. The name of the error tells the server that it is no fault of ours.
          await setImmediate()
          controller.error(new DOMException('The line is dropped as asked.', 'AbortError'))
          return reader?.cancel()
        }
        isSent = true
        const piece = (await reader?.read())?.value ?? new Uint8Array()
        controller.enqueue(piece.subarray(0, piece.length >> 1))
      },
      cancel: () => reader?.cancel(),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, answer)
}

/** Sends the head of the answer and half of the first piece of its body, and the rest only after some time. */
export function delay(answer: Response, wait: () => Promise<void>): Response {
  let isFirst = true
  const late = new TransformStream<Uint8Array, Uint8Array>({
    async transform(piece, controller) {
      const half = isFirst ? piece.length >> 1 : 0
      if (isFirst) {
        isFirst = false
        controller.enqueue(piece.subarray(0, half))
        await wait()
      }
      controller.enqueue(piece.subarray(half))
    },
  })
  return new Response(answer.body?.pipeThrough(late), answer)
}

/** What a gateway says when it does not reach the service behind it. */
export function gatewayPage(): Response {
  const page = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>\n'
  return new Response(page, {
    status: 502,
    headers: { 'content-type': 'text/html', 'cache-control': 'no-store' },
  })
}
