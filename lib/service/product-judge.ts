import 'server-only'
import { type Failure, judge } from '@/lib/contract/failures'
import { type ProductCode, productCodeOf, productCodes } from '@/lib/contract/product-codes'
import { product } from '@/lib/contract/products'
import type { ProductResult } from '@/lib/contract/results'
import { failureSentence } from '@/lib/words/sentences'
import { isStorable, MOST_NUMBER, numberFailure } from './number'

type ProductFailure = ProductResult['failures'][number]

/** Entries that all lists of a product may have together: a shop's largest has some thousand combinations. */
const MOST_ENTRIES = 10_000
/** Fields that a message names; it says of how many others it does not. */
const MOST_TOLD = 10

/** A product that was judged: its id where it can be registered, and otherwise why not. */
export type JudgedProduct =
  | { readonly ok: true; readonly shopProductId: string }
  | { readonly ok: false; readonly failure: ProductFailure }

/** Judges the products of one request, each by itself; only an id must not stand twice among them. */
export class ProductJudge {
  private readonly seen = new Map<string, number>()
  private count = 0

  judge(element: unknown): JudgedProduct {
    const position = ++this.count
    const id = idOf(element)
    const reasons = countEntries(element) > MOST_ENTRIES ? [tooManyEntries] : reasonsOf(element, id)
    const first = id === undefined ? undefined : this.seen.get(id)
    if (id !== undefined && first === undefined) this.seen.set(id, position)
    if (id !== undefined && first !== undefined) {
      const params = { value: clip(id), order: first, row: position }
      reasons.push(tell({ field: ID_FIELD, code: 'repeated_number', params }))
    }
    if (id !== undefined && reasons.length === 0) return { ok: true, shopProductId: id }
    return { ok: false, failure: { shopProductId: id?.slice(0, MOST_NUMBER) ?? '', ...summary(reasons) } }
  }
}

const ID_FIELD = 'shopProductId'

/** A reason as an answer gives it. */
interface Reason {
  readonly code: ProductCode
  readonly field: string
  readonly sentence: string
}

function reasonsOf(element: unknown, id: string | undefined): Reason[] {
  const failures = judge(product, element)
  if (id !== undefined && !isStorable(id)) failures.push(numberFailure(ID_FIELD, id))
  return failures.map(tell)
}

const tell = (failure: Failure): Reason => ({
  code: productCodeOf(failure.code),
  // An element that is no product at all has no field to name.
  field: failure.field || 'product',
  sentence: failureSentence(failure.code, failure.params, 'product'),
})

const tooManyEntries: Reason = {
  code: 'INVALID_VALUE',
  field: 'product',
  sentence: `Its lists have more than ${MOST_ENTRIES} entries together. Split it into several products.`,
}

/** The code that comes first in the contract's list, and all fields that fail, those of that code first. */
function summary(reasons: readonly Reason[]): Omit<ProductFailure, 'shopProductId'> {
  const ordered = productCodes.flatMap(code => reasons.filter(reason => reason.code === code))
  const told = ordered.slice(0, MOST_TOLD).map(({ field, sentence }) => `${field}: ${sentence}`)
  const rest = ordered.length - told.length
  if (rest > 0) told.push(`${rest} more of its fields cannot be taken.`)
  return { errorCode: ordered[0]?.code ?? 'INVALID_VALUE', message: told.join(' ') }
}

function idOf(element: unknown): string | undefined {
  if (typeof element !== 'object' || element === null || !Object.hasOwn(element, ID_FIELD)) return undefined
  const id = (element as Readonly<Record<string, unknown>>)[ID_FIELD]
  return typeof id === 'string' ? id : undefined
}

const clip = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** Entries of all lists inside a value. A megabyte of bad entries would be told in gigabytes of failures. */
function countEntries(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = Array.isArray(value) ? value.length : 0
  for (const inner of Object.values(value)) {
    if (count > MOST_ENTRIES) return count
    count += countEntries(inner)
  }
  return count
}
