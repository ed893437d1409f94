import 'server-only'
import { setImmediate } from 'node:timers/promises'

/** Sends the headers and half of the first chunk, then breaks the connection. */
export function breakConnection(response: Response): Response {
  const reader = response.body?.getReader()
  let isSent = false
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (isSent) {
          // By then the chunk has been sent. The name of the error tells the server that the abort is
          // intended.
          await setImmediate()
          controller.error(new DOMException('The simulator breaks the connection.', 'AbortError'))
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
  return new Response(body, response)
}

/** Sends the headers and half of the first chunk, and the rest after a delay. */
export function delayBody(response: Response, wait: () => Promise<void>): Response {
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
  return new Response(response.body?.pipeThrough(late), response)
}

/** The error page of a gateway that cannot reach its upstream. */
export function badGatewayPage(): Response {
  const page = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>\n'
  return new Response(page, {
    status: 502,
    headers: { 'content-type': 'text/html', 'cache-control': 'no-store' },
  })
}
