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
import { getTranslations } from '@/lib/words/server'
import { readElement } from '../body/elements'
import type { CallResult } from '../call'
import { writeLosslessJson } from '../json'
import type { HttpProblem } from '../problems'

const t = getTranslations('service.simulator')

/** Maximum bytes of a rewritten response, which is held in memory; longer ones are refused. */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024

/** How a mode rewrites each kind of response; absent kinds stay unchanged. */
export interface ResponseRewrite {
  readonly check?: (result: ValidationResult) => ValidationResult
  readonly registration?: (result: RegistrationResult) => RegistrationResult
  readonly products?: (result: ProductResult) => ProductResult
}

/** A response of the service with another content. */
export async function rewriteResponse(
  result: CallResult,
  operation: Operation,
  how: ResponseRewrite,
): Promise<CallResult> {
  if (!result.ok) return result
  const bytes = await readWhole(result.parts)
  if (!bytes) return { ok: false, problem: tooLarge() }
  const body = readElement({ buffer: bytes, start: 0, end: bytes.length })?.value
  return { ...result, parts: onePart(change(body, operation, how)) }
}

/** A result with a JSON body. */
export const jsonResult = (body: unknown): CallResult => ({ ok: true, parts: onePart(body) })

/** A JSON body as the only part of a result. */
export async function* onePart(body: unknown): AsyncGenerator<string> {
  yield writeLosslessJson(body)
}

function change(body: unknown, { response }: Operation, how: ResponseRewrite): unknown {
  if (response === validationResult && how.check) return how.check(validationResult.parse(body))
  if (response === registrationResult && how.registration)
    return how.registration(registrationResult.parse(body))
  if (response === productResult && how.products) return how.products(productResult.parse(body))
  return body
}

/** @returns undefined if the response exceeds the limit */
async function readWhole(parts: AsyncIterable<string>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const part of parts) {
    const chunk = Buffer.from(part)
    length += chunk.length
    // Leaving the loop signals to the service that the rest is not needed.
    if (length > MAX_RESPONSE_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const tooLarge = (): HttpProblem => ({
  status: 413,
  detail: t('tooLarge', { megabytes: MAX_RESPONSE_BYTES / 1024 / 1024 }),
})
