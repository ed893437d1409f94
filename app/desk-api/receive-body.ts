import { programProblem } from '@/lib/auth/program-route'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('automation.api')

/** Bodies that are received at the same time: each may take 100 MB of memory. */
const MAX_CONCURRENT = 2
/** How long a sender may pause, in milliseconds. */
const IDLE_MS = 30_000

let receiving = 0

/**
 * Reads a body into memory.
 * @param maxBytes of the body
 * @returns its bytes; `too-large`; a response where the body is compressed, the server is busy, or the sender paused or
 *   disconnected
 */
export async function receiveBody(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array | 'too-large' | Response> {
  // The compressed bytes would become a file that cannot be read.
  if ((request.headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity') {
    const detail = getTranslations('service.body')('content_encoding')
    return programProblem(415, detail, { headers: { 'accept-encoding': 'identity' } })
  }
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return 'too-large'
  if (receiving >= MAX_CONCURRENT)
    return programProblem(429, t('tooMany', { seconds: 5 }), { headers: { 'retry-after': '5' } })
  receiving++
  try {
    return await readBody(request, maxBytes)
  } catch {
    return programProblem(400, t('interrupted'))
  } finally {
    receiving--
  }
}

/** Reads a body, and stops where it becomes too large. @throws Error where its sender paused or disconnected */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array | 'too-large'> {
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  while (reader) {
    const { done, value } = await withDeadline(reader.read())
    if (done) break
    length += value.length
    if (length > maxBytes) return 'too-large'
    chunks.push(value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

function withDeadline<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The sender paused.')), IDLE_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
