import type { OperationId, Scheme } from '@/lib/contract/operations'
import type { FailureCode, FailureParams } from '@/lib/contract/validation/failures'

/** Statuses of the service other than 200. */
export const problemStatuses = [
  '400',
  '401',
  '403',
  '405',
  '408',
  '409',
  '413',
  '415',
  '429',
  '500',
  '503',
  '507',
] as const
export type ProblemStatus = (typeof problemStatuses)[number]

/** Groups of operations, in the order of the description. */
export const operationGroups = ['japan', 'general', 'products'] as const
export type OperationGroup = (typeof operationGroups)[number]

/** Headers of responses that the description explains. */
export type HeaderName = 'WWW-Authenticate' | 'Allow' | 'Retry-After' | 'Idempotency-Replayed'

/** Texts that the description needs besides those of its schemas. */
export type DescriptionText =
  | 'title'
  | 'about'
  | 'server'
  | 'idempotencyKey'
  | 'result'
  | `operations.${OperationId}.${'summary' | 'description'}`
  | `groups.${OperationGroup}.${'name' | 'description'}`
  | `schemes.${Scheme}`
  | `problems.${ProblemStatus}`
  | `headers.${HeaderName}`
  | `examples.${ExampleName}`

type ExampleName =
  | 'request'
  | 'passed'
  | 'failed'
  | 'registered'
  | 'refused'
  | 'productsRegistered'
  | 'productFailed'

/**
 * Words the description in one language. The contract has no sentences of its own, so that openapi.json and the API
 * page take theirs from the same place. Texts use a little Markdown: `code`, **bold** and paragraphs.
 */
export interface DescriptionWords {
  text(key: DescriptionText, values?: Readonly<Record<string, string | number>>): string
  /**
   * What a schema means.
   * @param member a member of the schema; `self`: the schema itself
   * @returns undefined if its name says enough
   */
  meaning(schema: string, member: string): string | undefined
  /** The sentence of a failure, as responses have it. */
  failure(code: FailureCode, params: FailureParams, record: 'order' | 'product'): string
}
