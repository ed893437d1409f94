import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { drain } from '@/lib/server/unread-body'
import { getTranslations } from '@/lib/words/server'
import type { HttpProblem } from '../problems'
import { bodyProblem } from './body-errors'
import { readElement, readElementAsLatin1 } from './elements'
import { JsonListSplitter, type SplitterOptions } from './json-list-splitter'
import type { JsonSlice } from './json-slice'

const t = getTranslations('service.body')

/** Receives the elements of a body while it arrives. They take effect only if the whole body was valid. */
export interface ElementConsumer {
  /** Receives the next element and its bytes, which stay valid until it returns. */
  consume(value: unknown, slice: JsonSlice): void
  /**
   * Called before `consume` with the element as `readElementAsLatin1` parses it, which is faster.
   * @returns whether that was enough; otherwise `consume` receives the element itself
   */
  consumeFast?(approximate: unknown, slice: JsonSlice): boolean
  /** Called every few elements; reading pauses until it resolves. */
  flush(): Promise<void>
}

/** A consumer for a body that is read only to its end. */
export const discardElements: ElementConsumer = { consume() {}, async flush() {} }

/** Limits on the size and the speed of a request body. */
export interface BodyLimits {
  readonly maxBodyBytes: number
  /** Milliseconds within which at least one byte must arrive. */
  readonly idle: number
  /** Average bytes per second that must arrive, once `idle` milliseconds have passed. */
  readonly minRate: number
}

/** Bytes that are processed at once: as many as take about `SLICE_MS` milliseconds. */
const MIN_SLICE_BYTES = 1024
const MAX_SLICE_BYTES = 65_536
const SLICE_MS = 4

/**
 * Reads the body of a request to its end in constant memory.
 * @param watch receives the bytes of the body as they arrive
 * @returns why the body is refused; then the elements that `consumer` received must have no effect
 */
export async function readList(
  request: Request,
  options: SplitterOptions,
  consumer: ElementConsumer,
  limits: BodyLimits,
  watch: (bytes: Uint8Array) => void = () => {},
): Promise<HttpProblem | undefined> {
  const splitter = new JsonListSplitter(options, slice => {
    const approximate = consumer.consumeFast && readElementAsLatin1(slice)
    if (approximate && consumer.consumeFast?.(approximate.value, slice)) return true
    const element = readElement(slice)
    if (element) consumer.consume(element.value, slice)
    return element !== undefined
  })
  const reader = request.body?.getReader()
  const pace = new SlicePacer()
  let length = 0
  /** Milliseconds spent waiting for the caller; our own processing time does not count against the caller. */
  let waited = 0
  let isDone = !reader
  try {
    while (reader && !isDone) {
      const since = performance.now()
      const next = await nextChunk(reader, limits, length, waited)
      waited += performance.now() - since
      if ('status' in next) return next
      isDone = next.done
      if (!next.value) continue
      length += next.value.length
      if (length > limits.maxBodyBytes) return tooLarge(limits.maxBodyBytes)
      const chunk = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.length)
      for (let at = 0; at < chunk.length; ) {
        const slice = chunk.subarray(at, at + pace.size)
        at += slice.length
        watch(slice)
        const bodyError = splitter.push(slice)
        if (bodyError) return bodyProblem(bodyError, options)
        await consumer.flush()
        await pace.step()
      }
    }
    const bodyError = splitter.end()
    return bodyError && bodyProblem(bodyError, options)
  } finally {
    if (reader && !isDone) void drain(reader)
  }
}

/** Yields to the event loop at a steady rate, however long a byte takes to process. */
class SlicePacer {
  size = MIN_SLICE_BYTES
  private since = performance.now()

  async step(): Promise<void> {
    const took = performance.now() - this.since
    if (took < SLICE_MS / 2) {
      this.size = Math.min(this.size * 2, MAX_SLICE_BYTES)
      return
    }
    if (took > SLICE_MS) this.size = Math.max(this.size >> 1, MIN_SLICE_BYTES)
    await setImmediate()
    this.since = performance.now()
  }
}

/**
 * Waits for the next chunk of a body unless the caller is silent or too slow.
 * @param length bytes received so far
 * @param waited milliseconds waited for them
 */
async function nextChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { idle, minRate }: BodyLimits,
  length: number,
  waited: number,
): Promise<ReadableStreamReadResult<Uint8Array> | HttpProblem> {
  let timer: NodeJS.Timeout | undefined
  // Milliseconds until the received bytes fall below the minimum rate.
  const left = Math.max(idle, (length / minRate) * 1000) - waited
  const silence = new Promise<HttpProblem>(resolve => {
    timer = setTimeout(
      () => resolve(left < idle ? tooSlow(minRate) : silent()),
      Math.max(0, Math.min(idle, left)),
    )
  })
  try {
    return await Promise.race([reader.read(), silence])
  } catch {
    return cutOff()
  } finally {
    clearTimeout(timer)
  }
}

/** A parameter of a content type. Blanks around `=` are not allowed (RFC 9110), but some clients send them. */
const CHARSET = /^charset\s*=\s*(.*)$/
const UTF_8 = /^"?utf-?8"?$/

/** Why the headers already rule out the body; undefined if they do not. */
export function checkHeaders(headers: Headers, maxBytes: number): HttpProblem | undefined {
  const [type, ...parameters] = (headers.get('content-type') ?? '')
    .split(';')
    .map(part => part.trim().toLowerCase())
  const charsets = parameters.flatMap(parameter => CHARSET.exec(parameter)?.[1] ?? [])
  if (type !== 'application/json' || !charsets.every(charset => UTF_8.test(charset))) {
    return { status: 415, detail: t('content_type') }
  }
  const encoding = headers.get('content-encoding')
  if (encoding && encoding.toLowerCase() !== 'identity') {
    return { status: 415, detail: t('content_encoding'), headers: { 'accept-encoding': 'identity' } }
  }
  return Number(headers.get('content-length')) > maxBytes ? tooLarge(maxBytes) : undefined
}

/** The response to a truncated body. */
export const cutOff = (): HttpProblem => ({ status: 400, detail: t('cut_off') })

const silent = (): HttpProblem => ({
  status: 408,
  detail: t('silent'),
  headers: { connection: 'close' },
})

const tooSlow = (minRate: number): HttpProblem => ({
  status: 408,
  detail: t('too_slow', { rate: minRate }),
  headers: { connection: 'close' },
})

const tooLarge = (maxBytes: number): HttpProblem => ({
  status: 413,
  detail: t('too_large', { megabytes: Math.floor(maxBytes / 1024 / 1024) }),
})
