/**
 * How long the server may be silent during a request of an open draft, in milliseconds. After a sleep, or in another
 * network, a browser may wait for many minutes on a connection that is gone, and nothing would be saved or read until
 * then. The lines of a large draft may take longer than this to arrive.
 */
const SILENCE_TIMEOUT_MS = 60_000

/**
 * The longest body of a request that outlives its page, in characters. Browsers allow 64 KB for all such requests
 * together, and a character takes up to three bytes.
 */
export const MAX_KEEPALIVE_CHARACTERS = 20_000

/** Sends a request and reads its response. @throws when nothing arrives for a minute, or the request is aborted */
export async function fetchInTime<T>(
  url: string,
  { signal, ...init }: RequestInit,
  read: (response: Response) => T | Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const abort = () => stop.abort()
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  let timer = setTimeout(abort, SILENCE_TIMEOUT_MS)
  const onArrival = () => {
    clearTimeout(timer)
    timer = setTimeout(abort, SILENCE_TIMEOUT_MS)
  }
  try {
    return await read(observed(await fetch(url, { ...init, signal: stop.signal }), onArrival))
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** The same response, which calls `onArrival` for itself and for each part of its body. */
function observed(response: Response, onArrival: () => void): Response {
  onArrival()
  if (!response.body) return response
  const parts = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (part, out) => {
      onArrival()
      out.enqueue(part)
    },
  })
  return new Response(response.body.pipeThrough(parts), response)
}
