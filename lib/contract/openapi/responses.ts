import { exampleOf } from '@/lib/contract/examples'
import { valueAt } from '@/lib/contract/json/member'
import type { Operation, OperationId } from '@/lib/contract/operations'
import type { Problem, ProductResult, RegistrationResult, ValidationResult } from '@/lib/contract/results'
import {
  type DescriptionWords,
  type HeaderName,
  type ProblemStatus,
  problemStatuses,
} from './description-words'
import { refTo, type Schema } from './schemas'

/** An example body and its description. */
export interface Example {
  readonly summary: string
  readonly value: unknown
}

/** Bodies by their media types. */
export type Content = Readonly<
  Record<string, { readonly schema: Schema; readonly examples?: Readonly<Record<string, Example>> }>
>

export interface OperationResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>
  readonly content: Content
}

/** Headers that belong to a status. */
const headersOf: Readonly<Partial<Record<ProblemStatus, readonly HeaderName[]>>> = {
  '401': ['WWW-Authenticate'],
  '403': ['WWW-Authenticate'],
  '405': ['Allow'],
  '429': ['Retry-After'],
  '503': ['Retry-After'],
}

/** Headers of a response as the description writes them. */
export const headers = (
  words: DescriptionWords,
  names: readonly HeaderName[],
): NonNullable<OperationResponse['headers']> =>
  Object.fromEntries(
    names.map(name => [
      name,
      {
        description: words.text(`headers.${name}`),
        schema: { type: name === 'Retry-After' ? 'integer' : 'string' },
      },
    ]),
  )

const titles: Readonly<Record<ProblemStatus, string>> = {
  '400': 'Bad Request',
  '401': 'Unauthorized',
  '403': 'Forbidden',
  '405': 'Method Not Allowed',
  '408': 'Request Timeout',
  '409': 'Conflict',
  '413': 'Payload Too Large',
  '415': 'Unsupported Media Type',
  '429': 'Too Many Requests',
  '500': 'Internal Server Error',
  '503': 'Service Unavailable',
  '507': 'Insufficient Storage',
}

/** All statuses other than 200, as components. */
export function problems(words: DescriptionWords): Readonly<Record<string, OperationResponse>> {
  return Object.fromEntries(
    problemStatuses.map(status => {
      const description = words.text(`problems.${status}`)
      const names = headersOf[status]
      const title = titles[status]
      const value: Problem = {
        type: 'about:blank',
        title,
        status: Number(status),
        detail: description,
      }
      const examples = { problem: { summary: title, value } }
      return [
        `Problem${status}`,
        {
          description,
          ...(names && { headers: headers(words, names) }),
          content: { 'application/problem+json': { schema: refTo('Problem'), examples } },
        },
      ]
    }),
  )
}

/** Statuses of an operation other than 200. */
export const statusesOf = ({ act }: Operation): readonly ProblemStatus[] =>
  problemStatuses.filter(status => status !== '409' || act === 'register')

/** Example bodies of an operation: success and failures. */
export const resultExamples = (
  words: DescriptionWords,
  operation: Operation,
): Readonly<Record<string, Example>> => examplesOf[operation.id](words, operation)

const numberOf = ({ element, number }: Operation): string => String(valueAt(exampleOf(element), number))

function checked(words: DescriptionWords, operation: Operation): Record<string, Example> {
  const passed: ValidationResult = {
    isSuccess: true,
    requestCount: 1,
    successCount: 1,
    failureCount: 0,
    failures: [],
  }
  const failed: ValidationResult = {
    isSuccess: false,
    requestCount: 2,
    successCount: 1,
    failureCount: 1,
    failures: [
      {
        mallOrderNumber: numberOf(operation),
        rowIndex: 1,
        failures: [
          { errorMessage: words.failure('missing', {}, 'order'), errorField: 'recipient' },
          {
            errorMessage: words.failure('wrong_type', { expected: 'integer' }, 'order'),
            errorField: 'items[0].quantity',
          },
        ],
      },
    ],
  }
  return {
    passed: { summary: words.text('examples.passed'), value: passed },
    failed: { summary: words.text('examples.failed'), value: failed },
  }
}

function registered(words: DescriptionWords, operation: Operation): Record<string, Example> {
  const orderSuccesses = [{ orderId: 100000001, mallOrderNumber: numberOf(operation) }]
  const taken: RegistrationResult = { isSuccess: true, orderSuccesses }
  const refused: RegistrationResult = { isSuccess: false, orderSuccesses: [] }
  return {
    registered: { summary: words.text('examples.registered'), value: taken },
    refused: { summary: words.text('examples.refused'), value: refused },
  }
}

function listed(words: DescriptionWords, operation: Operation): Record<string, Example> {
  const taken: ProductResult = { successCount: 1, failureCount: 0, failures: [] }
  const message = `discountedProductPrice: ${words.failure('above_regular', {}, 'product')}`
  const failures = [{ shopProductId: numberOf(operation), errorCode: 'INVALID_PRICE', message }]
  const failed: ProductResult = { successCount: 1, failureCount: 1, failures }
  return {
    registered: { summary: words.text('examples.productsRegistered'), value: taken },
    failed: { summary: words.text('examples.productFailed'), value: failed },
  }
}

const examplesOf: Readonly<
  Record<OperationId, (words: DescriptionWords, operation: Operation) => Record<string, Example>>
> = {
  checkJapanOrders: checked,
  checkOrders: checked,
  registerJapanOrders: registered,
  registerOrders: registered,
  registerProducts: listed,
}
