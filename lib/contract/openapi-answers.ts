import { exampleOf } from './examples'
import { refTo, type Schema } from './openapi-schemas'
import { headerWords, problemWords } from './openapi-words'
import type { Operation, OperationId } from './operations'
import type { Problem, ProductResult, RegistrationResult, ValidationResult } from './results'

/** A body that is shown, under the sentence that says what it shows. */
export interface Example {
  readonly summary: string
  readonly value: unknown
}

/** Bodies by their media types. */
export type Content = Readonly<
  Record<string, { readonly schema: Schema; readonly examples?: Readonly<Record<string, Example>> }>
>

/** An answer of an operation. */
export interface Answer {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>
  readonly content: Content
}

export type Status = keyof typeof problemWords

/** Headers that belong to a status. */
const headersOf: Readonly<Partial<Record<Status, readonly (keyof typeof headerWords)[]>>> = {
  '401': ['WWW-Authenticate'],
  '403': ['WWW-Authenticate'],
  '405': ['Allow'],
  '429': ['Retry-After'],
  '503': ['Retry-After'],
}

/** Headers of an answer as the description writes them. */
export const headers = (names: readonly (keyof typeof headerWords)[]): NonNullable<Answer['headers']> =>
  Object.fromEntries(
    names.map(name => [
      name,
      { description: headerWords[name], schema: { type: name === 'Retry-After' ? 'integer' : 'string' } },
    ]),
  )

const titles: Readonly<Record<Status, string>> = {
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

/** All statuses besides 200, as components. */
export function problems(): Readonly<Record<string, Answer>> {
  return Object.fromEntries(
    Object.entries(problemWords).map(([status, description]) => {
      const names = headersOf[status as Status]
      const value: Problem = {
        type: 'about:blank',
        title: titles[status as Status],
        status: Number(status),
        detail: description,
      }
      const examples = { problem: { summary: titles[status as Status], value } }
      return [
        `Problem${status}`,
        {
          description,
          ...(names && { headers: headers(names) }),
          content: { 'application/problem+json': { schema: refTo('Problem'), examples } },
        },
      ]
    }),
  )
}

/** Statuses that an operation may answer besides 200. */
export const statusesOf = ({ act }: Operation): readonly Status[] =>
  (Object.keys(problemWords) as Status[]).filter(status => status !== '409' || act === 'register')

/** What an operation answers when all is well, and when something fails. */
export function resultExamples(operation: Operation): Readonly<Record<string, Example>> {
  return examplesOf[operation.id](operation)
}

const numberOf = ({ element, number }: Operation): string =>
  String(number.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], exampleOf(element)))

function checked(operation: Operation): Record<string, Example> {
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
          { errorMessage: 'This is required. Type a value.', errorField: 'recipient' },
          {
            errorMessage: 'This must be a whole number. Type digits only, such as 12.',
            errorField: 'items[0].quantity',
          },
        ],
      },
    ],
  }
  return {
    passed: { summary: 'All orders passed', value: passed },
    failed: { summary: 'One of two orders failed', value: failed },
  }
}

function registered(operation: Operation): Record<string, Example> {
  const orderSuccesses = [{ orderId: 100000001, mallOrderNumber: numberOf(operation) }]
  const taken: RegistrationResult = { isSuccess: true, orderSuccesses }
  const refused: RegistrationResult = { isSuccess: false, orderSuccesses: [] }
  return {
    registered: { summary: 'All orders were registered', value: taken },
    refused: { summary: 'None was: the check says why', value: refused },
  }
}

function listed(operation: Operation): Record<string, Example> {
  const taken: ProductResult = { successCount: 1, failureCount: 0, failures: [] }
  const message =
    'discountedProductPrice: The discounted price is above the regular price. Lower it, or raise the regular price.'
  const failures = [{ shopProductId: numberOf(operation), errorCode: 'INVALID_PRICE', message }]
  const failed: ProductResult = { successCount: 1, failureCount: 1, failures }
  return {
    registered: { summary: 'All products were registered', value: taken },
    failed: { summary: 'One of two products failed', value: failed },
  }
}

const examplesOf: Readonly<Record<OperationId, (operation: Operation) => Record<string, Example>>> = {
  checkJapanOrders: checked,
  checkOrders: checked,
  registerJapanOrders: registered,
  registerOrders: registered,
  registerProducts: listed,
}
