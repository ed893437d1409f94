import 'server-only'
import type { Operation } from '@/lib/contract/operations'
import {
  type ProductResult,
  productResult,
  type RegistrationResult,
  registrationResult,
  type ValidationResult,
  validationResult,
} from '@/lib/contract/results'
import { readElement } from './elements'
import { writeJson } from './json'
import { problemResponse } from './problems'

/** Answers that are changed are held whole; longer ones are refused, so that a rehearsal costs little memory. */
export const MOST_BYTES = 16 * 1024 * 1024

/** What a mode makes of each kind of answer; a kind that is left out goes through as it is. */
export interface Retelling {
  readonly check?: (result: ValidationResult) => ValidationResult
  readonly registration?: (result: RegistrationResult) => RegistrationResult
  readonly products?: (result: ProductResult) => ProductResult
}

/** An answer of the service, told otherwise. */
export async function retell(answer: Response, operation: Operation, how: Retelling): Promise<Response> {
  const bytes = await readWhole(answer)
  if (!bytes) return tooLong()
  const body = readElement({ buffer: bytes, start: 0, end: bytes.length })?.value
  return new Response(writeJson(change(body, operation, how)), answer)
}

function change(body: unknown, { response }: Operation, how: Retelling): unknown {
  if (response === validationResult && how.check) return how.check(validationResult.parse(body))
  if (response === registrationResult && how.registration)
    return how.registration(registrationResult.parse(body))
  if (response === productResult && how.products) return how.products(productResult.parse(body))
  return body
}

/** Sends the head of the answer and half of its body, then breaks the connection. */
export async function breakOff(answer: Response): Promise<Response> {
  const bytes = await readWhole(answer)
  if (!bytes) return tooLong()
  const half = new Uint8Array(bytes.subarray(0, bytes.length >> 1))
  let isSent = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        // Asked for more, what was sent before is on its way. This name tells the server that it is no fault of ours.
        if (isSent) return controller.error(new DOMException('The line is dropped as asked.', 'AbortError'))
        isSent = true
        controller.enqueue(half)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, answer)
}

/** Sends the head of the answer, and its body only after some time. */
export function delay(answer: Response, wait: () => Promise<void>): Response {
  const late = new TransformStream<Uint8Array, Uint8Array>({ start: wait })
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

/** @returns undefined when the answer is longer than may be held. */
async function readWhole(answer: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.length
    // Leaving the loop tells the service that nobody wants the rest.
    if (length > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const tooLong = () =>
  problemResponse({
    status: 413,
    detail: 'The answer is longer than the simulator can hold (16 MB). Send fewer at once.',
  })
