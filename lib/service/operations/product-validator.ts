import 'server-only'
import { clip } from '@/lib/contract/characters'
import { memberOf } from '@/lib/contract/json/member'
import { type ProductCode, productCodeOf, productCodes } from '@/lib/contract/product-codes'
import { product } from '@/lib/contract/products'
import type { ProductResult } from '@/lib/contract/results'
import { type Failure, judge, MAX_QUOTED } from '@/lib/contract/validation/failures'
import { sha256Hex } from '@/lib/store/stored-values'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { failureSentence } from '@/lib/words/sentences/failure-sentence'
import { joinSentences } from '@/lib/words/sentences/join'
import { getTranslations } from '@/lib/words/server'
import { isStorableNumber, shortenNumber, unstorableNumber } from './record-numbers'

type ProductFailure = ProductResult['failures'][number]

/**
 * Maximum entries of all lists of a product together; the largest products of shops have some thousand
 * combinations.
 */
const MAX_LIST_ENTRIES = 10_000
/** Fields that one message names; it gives the number of the rest. */
const MAX_REPORTED_FIELDS = 10

/** The result of validating a product: its id, or why it cannot be registered. */
type ValidatedProduct =
  | { readonly ok: true; readonly shopProductId: string }
  | { readonly ok: false; readonly failure: ProductFailure }

/** Validates the products of one request independently, except that ids must be unique. */
export class ProductValidator {
  /** Positions of ids. An id that is too long is represented by its hash: it may have megabytes. */
  private readonly seen = new Map<string, number>()
  private count = 0

  validate(element: unknown): ValidatedProduct {
    const position = ++this.count
    const id = idOf(element)
    const reasons = countEntries(element) > MAX_LIST_ENTRIES ? [tooManyEntries()] : reasonsOf(element, id)
    const key = id === undefined || shortenNumber(id) === id ? id : `sha256 ${sha256Hex(id)}`
    const first = key === undefined ? undefined : this.seen.get(key)
    if (key !== undefined && first === undefined) this.seen.set(key, position)
    if (id !== undefined && first !== undefined) {
      const params = { value: clip(id, MAX_QUOTED), order: first, row: position }
      reasons.push(toReason({ field: ID_FIELD, code: 'repeated_number', params }))
    }
    if (id !== undefined && reasons.length === 0) return { ok: true, shopProductId: id }
    const failure = { shopProductId: shortenNumber(id ?? ''), ...summary(reasons) }
    // A copy: a message contains slices of values, for which V8 would keep the values in memory.
    return { ok: false, failure: structuredClone(failure) }
  }
}

const ID_FIELD = 'shopProductId'

const tFailure = getTranslations('failures')
const t = getTranslations('service.product')

/** One failure, in the words of a response. */
interface Reason {
  readonly code: ProductCode
  readonly field: string
  readonly sentence: string
}

function reasonsOf(element: unknown, id: string | undefined): Reason[] {
  const failures = judge(product, element)
  if (id !== undefined && !isStorableNumber(id) && !failures.some(({ field }) => field === ID_FIELD)) {
    failures.push(unstorableNumber(ID_FIELD))
  }
  return failures.map(toReason)
}

const toReason = (failure: Failure): Reason => ({
  code: productCodeOf(failure.code),
  // An element that is not an object has no field to name.
  field: failure.field || 'product',
  sentence: failureSentence(tFailure, failure.code, failure.params, 'product'),
})

const tooManyEntries = (): Reason => ({
  code: 'INVALID_VALUE',
  field: 'product',
  sentence: t('tooManyEntries', { max: MAX_LIST_ENTRIES }),
})

/** The first matching code in the contract's order, and all failing fields, those of that code first. */
function summary(reasons: readonly Reason[]): Omit<ProductFailure, 'shopProductId'> {
  const ordered = productCodes.flatMap(code => reasons.filter(reason => reason.code === code))
  const sentences = ordered
    .slice(0, MAX_REPORTED_FIELDS)
    .map(({ field, sentence }) => `${field}: ${sentence}`)
  const rest = ordered.length - sentences.length
  if (rest > 0) sentences.push(t('more', { count: rest }))
  return {
    errorCode: ordered[0]?.code ?? 'INVALID_VALUE',
    message: joinSentences(requestLocale().language, sentences),
  }
}

function idOf(element: unknown): string | undefined {
  const id = memberOf(element, ID_FIELD)
  return typeof id === 'string' ? id : undefined
}

/**
 * The number of entries of all lists inside a value. A megabyte of invalid entries would produce gigabytes
 * of failures.
 */
function countEntries(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = Array.isArray(value) ? value.length : 0
  for (const inner of Object.values(value)) {
    if (count > MAX_LIST_ENTRIES) return count
    count += countEntries(inner)
  }
  return count
}
