import type * as z from 'zod'
import { checkedGeneralOrder, generalOrder, japanOrder, orderEnvelope } from './orders'
import { MAX_PRODUCTS, product, productEnvelope } from './products'
import { productResult, registrationResult, validationResult } from './results'

/** How a caller authenticates: a JWT after `Bearer `, or the bare secret key. */
export type Scheme = 'bearer' | 'key'

/** What a caller may be allowed to do: orders are operations 1 to 4, products operation 5. */
const scopes = ['orders', 'products'] as const
export type Scope = (typeof scopes)[number]

/** What the operations of a scope send. */
export const recordTypeOfScope = (scope: Scope): 'order' | 'product' =>
  scope === 'products' ? 'product' : 'order'

/** An endpoint of the API: everything that service, client, sheet and description need to know of it. */
export interface Operation<Element extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> {
  readonly id: OperationId
  /** Path below `API_PREFIX`; the method is always POST. */
  readonly path: string
  /** Whether it checks records, or registers them. */
  readonly act: 'check' | 'register'
  readonly auth: readonly [Scheme, ...Scheme[]]
  readonly scope: Scope
  /** The member of the body that holds the list. */
  readonly list: 'data' | 'products'
  /** One element of that list. */
  readonly element: Element
  /** Path of the sender's number in an element. */
  readonly number: readonly string[]
  /** Maximum number of elements of one request. */
  readonly maxElements: number
  readonly request: z.ZodType
  readonly response: Response
  /** The operation that says why this one rejected an order: a registration gives no reasons. */
  readonly explainedBy?: OperationId
}

/** The version is carried in the path. */
export const API_PREFIX = '/open-api/v1'

/** Names an operation in code and in stored runs; a request has its path instead. */
export type OperationId =
  | 'checkJapanOrders'
  | 'checkOrders'
  | 'registerJapanOrders'
  | 'registerOrders'
  | 'registerProducts'

const operation = <E extends z.ZodType, R extends z.ZodType>(row: Operation<E, R>) => row

/** What all order operations share. */
const orders = {
  scope: 'orders',
  list: 'data',
  number: ['orderInfo', 'mallOrderNumber'],
  maxElements: 2147483647,
} as const

/** Operation 1: checks orders to Japan and stores nothing. */
export const checkJapanOrders = operation({
  ...orders,
  id: 'checkJapanOrders',
  path: '/orders/japan/validators',
  act: 'check',
  auth: ['bearer', 'key'],
  element: japanOrder,
  request: orderEnvelope(japanOrder),
  response: validationResult,
})

/** Operation 2: checks general orders and stores nothing. */
export const checkOrders = operation({
  ...orders,
  id: 'checkOrders',
  path: '/orders/validators',
  act: 'check',
  auth: ['bearer'],
  element: checkedGeneralOrder,
  request: orderEnvelope(checkedGeneralOrder),
  response: validationResult,
})

/** Operation 3: registers orders to Japan, all of a request or none. */
export const registerJapanOrders = operation({
  ...orders,
  id: 'registerJapanOrders',
  path: '/orders/japan',
  act: 'register',
  auth: ['bearer'],
  element: japanOrder,
  request: orderEnvelope(japanOrder),
  response: registrationResult,
  explainedBy: 'checkJapanOrders',
})

/** Operation 4: registers general orders, all of a request or none. */
export const registerOrders = operation({
  ...orders,
  id: 'registerOrders',
  path: '/orders',
  act: 'register',
  auth: ['bearer'],
  element: generalOrder,
  request: orderEnvelope(generalOrder),
  response: registrationResult,
  explainedBy: 'checkOrders',
})

/** Operation 5: registers products, each product of a request independently. */
export const registerProducts = operation({
  id: 'registerProducts',
  path: '/link/products',
  act: 'register',
  auth: ['key'],
  scope: 'products',
  list: 'products',
  element: product,
  number: ['shopProductId'],
  maxElements: MAX_PRODUCTS,
  request: productEnvelope,
  response: productResult,
})

/** The operations by id, in the order of the API document. */
export const operations = {
  checkJapanOrders,
  checkOrders,
  registerJapanOrders,
  registerOrders,
  registerProducts,
} satisfies Record<OperationId, Operation>
