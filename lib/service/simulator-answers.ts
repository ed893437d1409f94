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
import type { Answer } from './call'
import { readElement } from './elements'
import { writeJson } from './json'

/** Answers that are changed are held whole; longer ones are refused, so that a rehearsal costs little memory. In bytes. */
export const MOST_BYTES = 16 * 1024 * 1024

/** What a mode makes of each kind of answer; a kind that is left out goes through as it is. */
export interface Retelling {
  readonly check?: (result: ValidationResult) => ValidationResult
  readonly registration?: (result: RegistrationResult) => RegistrationResult
  readonly products?: (result: ProductResult) => ProductResult
}

/** An answer of the service, told otherwise. */
export async function retell(answer: Answer, operation: Operation, how: Retelling): Promise<Answer> {
  if (!answer.ok) return answer
  const bytes = await readWhole(answer.parts)
  if (!bytes) return { ok: false, trouble: tooLong }
  const body = readElement({ buffer: bytes, start: 0, end: bytes.length })?.value
  return { ...answer, parts: onePart(change(body, operation, how)) }
}

/** A body as an answer. */
export const tell = (body: unknown): Answer => ({ ok: true, parts: onePart(body) })

async function* onePart(body: unknown): AsyncGenerator<string> {
  yield writeJson(body)
}

function change(body: unknown, { response }: Operation, how: Retelling): unknown {
  if (response === validationResult && how.check) return how.check(validationResult.parse(body))
  if (response === registrationResult && how.registration)
    return how.registration(registrationResult.parse(body))
  if (response === productResult && how.products) return how.products(productResult.parse(body))
  return body
}

/** @returns undefined when the answer is longer than may be held. */
async function readWhole(parts: AsyncIterable<string>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const part of parts) {
    const chunk = Buffer.from(part)
    length += chunk.length
    // Leaving the loop tells the service that nobody wants the rest.
    if (length > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const tooLong = {
  status: 413,
  detail: 'The answer is longer than the simulator can hold (16 MB). Send fewer at once.',
}
