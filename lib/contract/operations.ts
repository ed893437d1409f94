import type { z } from 'zod'
import { japanOrder, orderEnvelope } from './orders'
import { registrationResult, validationResult } from './results'

/** How a caller may prove who it is: a JWT after `Bearer `, or the bare secret key (api.md, Authentication). */
export type Scheme = 'bearer' | 'key'

/** Everything that anyone needs to know about an endpoint. */
export interface Operation<Element extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> {
  readonly id: OperationId
  /** Path below `API_PREFIX`; the method is always POST. */
  readonly path: string
  readonly auth: readonly [Scheme, ...Scheme[]]
  /** The member of the body that holds the list. */
  readonly list: 'data' | 'products'
  /** One element of that list. */
  readonly element: Element
  readonly request: z.ZodType
  readonly response: Response
  /** The operation that says why this one refused (api.md, endpoint rule 3). */
  readonly explainedBy?: OperationId
}

/** The version is carried in the path (api.md, Versioning). */
export const API_PREFIX = '/open-api/v1'

export type OperationId = 'checkJapanOrders' | 'registerJapanOrders'

const operation = <E extends z.ZodType, R extends z.ZodType>(row: Operation<E, R>) => row

/** Operation 1: checks orders to Japan and stores nothing. */
export const checkJapanOrders = operation({
  id: 'checkJapanOrders',
  path: '/orders/japan/validators',
  auth: ['bearer', 'key'],
  list: 'data',
  element: japanOrder,
  request: orderEnvelope(japanOrder),
  response: validationResult,
})

/** Operation 3: registers orders to Japan, all of a request or none. */
export const registerJapanOrders = operation({
  id: 'registerJapanOrders',
  path: '/orders/japan',
  auth: ['bearer'],
  list: 'data',
  element: japanOrder,
  request: orderEnvelope(japanOrder),
  response: registrationResult,
  explainedBy: 'checkJapanOrders',
})

/** The operations of api.md by id. */
export const operations = { checkJapanOrders, registerJapanOrders } satisfies Record<OperationId, Operation>
