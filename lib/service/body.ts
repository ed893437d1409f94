import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { Cutter, type CutterOptions } from './cutter'
import { readElement, readRoughly } from './elements'
import { flawTrouble } from './flaws'
import type { Piece } from './piece'
import { problemResponse, type Trouble } from './problems'

/** Who is given the elements of a body as it comes in. What was given counts only when the whole was readable. */
export interface Taker {
  /** Takes the next element, and its bytes, which are valid until it returns. */
  take(value: unknown, piece: Piece): void
  /**
   * Asked before `take`, with the element as `readRoughly` reads it, which is quicker.
   * @returns whether that was enough; otherwise `take` is given the element itself.
   */
  takeRough?(rough: unknown, piece: Piece): boolean
  /** Called every few elements; the body is not read on before it is done. */
  settle(): Promise<void>
}

/** How much is taken from a caller, and how long we wait for more. */
export interface BodyLimits {
  readonly maxBodyBytes: number
  /** Milliseconds in which some byte has to come. */
  readonly idle: number
  /** Bytes per second that have to come on average, once they were waited for as long as `idle`. */
  readonly minRate: number
}

/** A body of this many bytes is taken off the line even when nobody wants it. */
export const SHORT_BODY_BYTES = 1_000_000
/** How long the rest of a refused body may take to run out, in milliseconds. */
const RUN_OUT = 30_000
/** Bytes that are read in one go: no more than can be judged in `SLICE` milliseconds. */
const SMALLEST_SLICE = 1024
const LARGEST_SLICE = 65_536
const SLICE = 4

/**
 * Reads the body of a request to its end, in memory that does not grow with it.
 * @param watch shown the bytes of the body as they come
 * @returns why it cannot be taken; then nothing that `taker` was given may have an effect.
 */
export async function readList(
  request: Request,
  options: CutterOptions,
  taker: Taker,
  limits: BodyLimits,
  watch: (bytes: Uint8Array) => void = () => {},
): Promise<Trouble | undefined> {
  const cutter = new Cutter(options, piece => {
    const rough = taker.takeRough && readRoughly(piece)
    if (rough && taker.takeRough?.(rough.value, piece)) return true
    const element = readElement(piece)
    if (element) taker.take(element.value, piece)
    return element !== undefined
  })
  const reader = request.body?.getReader()
  const pace = new Pace()
  let length = 0
  /** Milliseconds in which we had nothing to do but to wait: our own work is not held against the caller. */
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
        const flaw = cutter.push(slice)
        if (flaw) return flawTrouble(flaw, options)
        await taker.settle()
        await pace.step()
      }
    }
    const flaw = cutter.end()
    return flaw && flawTrouble(flaw, options)
  } finally {
    if (reader && !isDone) void discard(reader)
  }
}

/** Gives others their turn of the event loop, however little or much work a byte makes. */
class Pace {
  size = SMALLEST_SLICE
  private since = performance.now()

  async step(): Promise<void> {
    const took = performance.now() - this.since
    if (took < SLICE / 2) {
      this.size = Math.min(this.size * 2, LARGEST_SLICE)
      return
    }
    if (took > SLICE) this.size = Math.max(this.size >> 1, SMALLEST_SLICE)
    await setImmediate()
    this.since = performance.now()
  }
}

/**
 * Waits for the next piece of a body, as long as the caller is neither silent nor too slow.
 * @param length bytes that came so far
 * @param waited milliseconds that were waited for them
 */
async function nextChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { idle, minRate }: BodyLimits,
  length: number,
  waited: number,
): Promise<ReadableStreamReadResult<Uint8Array> | Trouble> {
  let timer: NodeJS.Timeout | undefined
  // How long what has come so far is enough.
  const left = Math.max(idle, (length / minRate) * 1000) - waited
  const silence = new Promise<Trouble>(resolve => {
    timer = setTimeout(resolve, Math.max(0, Math.min(idle, left)), left < idle ? tooSlow(minRate) : silent)
  })
  try {
    return await Promise.race([reader.read(), silence])
  } catch {
    return brokenOff
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Refuses a request whose body nobody has read. A short one is let run out, so that the connection serves the next
 * request; the rest of a long one is not waited for: the connection ends with the answer.
 */
export function refuseUnread(request: Request, trouble: Trouble): Response {
  const response = problemResponse(trouble)
  if (isShort(request)) {
    const reader = request.body?.getReader()
    if (reader) void discard(reader)
  } else if (request.body) {
    response.headers.set('connection', 'close')
  }
  return response
}

/** Whether the caller says that the body is a short one. */
export const isShort = (request: Request) =>
  Number(request.headers.get('content-length') ?? Number.NaN) <= SHORT_BODY_BYTES

/** Lets the rest of a body run out. Cancelling at once would close the connection before the caller has read the answer. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), RUN_OUT)
  timer.unref()
  try {
    while (!(await reader.read()).done);
  } catch {
    // The caller went away, which ends the body as well.
  } finally {
    clearTimeout(timer)
  }
}

/** Why a body is refused before a byte of it is read. */
export function judgeHeaders(headers: Headers, maxBytes: number): Trouble | undefined {
  const [type, ...parameters] = (headers.get('content-type') ?? '')
    .split(';')
    .map(part => part.trim().toLowerCase())
  const charset = parameters.find(parameter => parameter.startsWith('charset='))
  if (type !== 'application/json' || (charset && !/^charset="?utf-?8"?$/.test(charset))) {
    return { status: 415, detail: 'Send the body as application/json in UTF-8, and say so in Content-Type.' }
  }
  const encoding = headers.get('content-encoding')
  if (encoding && encoding.toLowerCase() !== 'identity') {
    return {
      status: 415,
      detail: 'Send the body as it is, without Content-Encoding.',
      headers: { 'accept-encoding': 'identity' },
    }
  }
  return Number(headers.get('content-length')) > maxBytes ? tooLarge(maxBytes) : undefined
}

/** The answer to a body whose end never came. */
export const brokenOff: Trouble = { status: 400, detail: 'The body broke off. Send the request again.' }

const silent: Trouble = {
  status: 408,
  detail: 'The rest of the body did not come. Send the request again.',
  headers: { connection: 'close' },
}

const tooSlow = (minRate: number): Trouble => ({
  status: 408,
  detail: `The body comes too slowly, with less than ${minRate} bytes a second. Send it faster, or send fewer at once.`,
  headers: { connection: 'close' },
})

const tooLarge = (maxBytes: number): Trouble => ({
  status: 413,
  detail: `The body is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. Send fewer at once.`,
})
