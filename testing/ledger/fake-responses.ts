import 'server-only'

/** How the fake service behaves towards one request. */
export type Mode =
  | 'ok'
  | 'refuse'
  | 'execute_then_502'
  | 'reset_mid_response'
  | 'close_before_response'
  | 'html_200'
  | 'hang'
  | 'truncated'
  | 'foreign_numbers'
  | 'leaves_out'
  | 'wrong_counts'
  | 'problem'
  | number

// Responses of the fake service: the JSON of each operation, valid or not according to the mode.

/** An order or a product as the fake service reads it. */
export interface FakeRecord {
  readonly orderInfo?: { readonly mallOrderNumber: string; readonly incoterms?: string }
  readonly recipient?: { readonly name?: string }
  readonly shopProductId?: string
  readonly productPrice?: number
  readonly discountedProductPrice?: number
}

/** The response to a registration, and what was executed before it. */
interface FakeRegistration {
  readonly json: string
  readonly taken: readonly FakeRecord[]
}

/** The sender's number of a record. */
export const numberOf = ({ orderInfo, shopProductId }: FakeRecord): string =>
  orderInfo?.mallOrderNumber ?? shopProductId ?? ''

/** The response to a check. @param isNowWrong number of an order that fails whatever it contains */
export function checkOf(mode: Mode, orders: readonly FakeRecord[], isNowWrong: string): string {
  const failures = orders.flatMap((order, rowIndex) => {
    const mallOrderNumber = mode === 'foreign_numbers' ? 'X' : numberOf(order)
    const reasons = reasonsOf(order, isNowWrong)
    return reasons.length > 0 ? [{ rowIndex, mallOrderNumber, failures: reasons }] : []
  })
  const requestCount = mode === 'wrong_counts' ? orders.length + 1 : orders.length
  return JSON.stringify({
    isSuccess: failures.length === 0,
    requestCount,
    successCount: requestCount - failures.length,
    failureCount: failures.length,
    failures,
  })
}

/** The response to a registration of orders: all or none. @param nextId creates the id of the next order */
export function registrationOf(
  mode: Mode,
  orders: readonly FakeRecord[],
  isNowWrong: string,
  nextId: () => bigint,
): FakeRegistration {
  const isWrong = orders.some(order => reasonsOf(order, isNowWrong).length > 0)
  if (mode === 'refuse' || isWrong || typeof mode === 'number') {
    return { json: '{"isSuccess":false,"orderSuccesses":[]}', taken: [] }
  }
  const taken = mode === 'leaves_out' ? orders.slice(0, -1) : orders
  const entries = taken.map(order => {
    const shown = mode === 'foreign_numbers' ? `X-${numberOf(order)}` : numberOf(order)
    return `{"orderId":${nextId()},"mallOrderNumber":${JSON.stringify(shown)}}`
  })
  return { json: `{"isSuccess":true,"orderSuccesses":[${entries.join()}]}`, taken }
}

function reasonsOf(order: FakeRecord, isNowWrong: string) {
  const isWrong = order.recipient?.name === 'wrong' || numberOf(order) === isNowWrong
  return [
    ...(isWrong ? [{ errorField: 'recipient.name', errorMessage: 'not this name' }] : []),
    ...(order.orderInfo?.incoterms === 'wrong'
      ? [{ errorField: 'orderInfo.incoterms', errorMessage: 'not these terms' }]
      : []),
  ]
}

/** The response to a registration of products: each by itself. */
export function productResultOf(mode: Mode, products: readonly FakeRecord[]): FakeRegistration {
  if (typeof mode === 'number') return { json: '', taken: [] }
  const refused = mode === 'refuse' ? products : products.filter(isDearer)
  const failures = refused.map(product => ({
    shopProductId: mode === 'foreign_numbers' ? `X-${numberOf(product)}` : numberOf(product),
    errorCode: mode === 'refuse' ? 'SHOP_CLOSED' : 'INVALID_PRICE',
    message: mode === 'refuse' ? 'The shop is closed.' : 'The discounted price is above the regular one.',
  }))
  const successCount = products.length - failures.length - (mode === 'wrong_counts' ? 1 : 0)
  return {
    json: JSON.stringify({ successCount, failureCount: failures.length, failures }),
    taken: products.filter(product => !refused.includes(product)),
  }
}

const isDearer = ({ discountedProductPrice = 0, productPrice = 0 }: FakeRecord) =>
  discountedProductPrice > productPrice
