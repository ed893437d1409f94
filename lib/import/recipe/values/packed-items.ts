import type { ItemPart } from '@/lib/import/recipe/recipe'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Origin } from './origins'
import { unitPriceOf } from './unit-price'

// Shops write the items of an order into one cell, in one of three forms:
//   name:Blue Shirt|product_id:12|sku:BS-1|quantity:2|total:24.00;name:Red Hat|…
//   [{"name":"Blue Shirt","sku":"BS-1","quantity":2,"total":"24.00"},…]
//   Blue Shirt x 2, Red Hat x 1
// The first two come from the order exports of SkyVerge, which escapes : | and ; with a backslash, and of WebToffee,
// which escapes nothing and writes one cell per item (their public code).

/** An item as its text describes it. A blank part is not in the text. */
interface PackedItem {
  readonly name: string
  readonly code: string
  readonly quantity: string
  /** Total of the item's quantity. */
  readonly total: string
  /** Whether the item may be read another way, or a part of it was refunded. */
  readonly review: boolean
}

/**
 * The items of a cell, each as its own text. A cell that is not recognised stays one text, so that nothing is lost.
 */
export function splitPackedItems(cell: string): readonly string[] {
  if (isBlank(cell)) return []
  return jsonItems(cell) ?? keyedItems(cell) ?? countedItems(cell) ?? [cell]
}

/**
 * A part of one item. A text that is not recognised is the name as a whole; its quantity is blank and marked.
 * @param text one of the texts that `splitPackedItems` returns
 */
export function partOfItem(text: string, part: ItemPart): string | Origin {
  if (isBlank(text)) return ''
  const item = readItem(text)
  if (!item) {
    if (part === 'name') return text
    return part === 'quantity' ? { kind: 'split', text: '', of: text, review: true } : ''
  }
  if (part === 'price') return priceOf(item, text)
  const partText = item[part]
  if (partText === '' || partText === text) return partText
  const isMarked = item.review && part !== 'code'
  return { kind: 'split', text: partText, of: text, ...(isMarked && { review: true }) }
}

function priceOf({ total, quantity }: PackedItem, of: string): string | Origin {
  if (isBlank(total)) return ''
  const price = unitPriceOf(total, quantity)
  return typeof price === 'string' ? { kind: 'split', text: price, of } : price
}

let lastText = ''
let lastItem: PackedItem | undefined

/** One item; undefined if it is not recognised. */
function readItem(text: string): PackedItem | undefined {
  // Four columns each need a part of the same text.
  if (text !== lastText) {
    lastText = text
    lastItem = readJsonItem(text) ?? readKeyedItem(text) ?? readCountedItem(text)
  }
  return lastItem
}

/** Where an item with keys begins; SkyVerge begins with its id, WebToffee with its name. */
const keyedStart = /^\s*(?:id|name|product_id):/
const betweenKeyed = /(?<!\\)(?:;|\|\||\n)\s{0,9}(?=(?:id|name|product_id):)/

const keyedItems = (cell: string): readonly string[] | undefined =>
  keyedStart.test(cell) ? cell.replace(/;\s*$/, '').split(betweenKeyed) : undefined

const itemKeys = new Set(
  `id name product_id variation_id _variation_id sku quantity subtotal sub_total subtotal_tax total total_tax tax
  tax_data refunded refunded_qty meta type`.split(/\s+/),
)
/** Keys that WebToffee writes more than once. */
const repeatedKeys = new Set(['meta', 'tax', 'tax_data'])

function readKeyedItem(text: string): PackedItem | undefined {
  if (!keyedStart.test(text)) return undefined
  const values = new Map<string, string>()
  let above = ''
  for (const part of text.trim().split(/(?<!\\)\|/)) {
    const [, key = '', value = ''] = /^([a-z_]+):(.*)$/s.exec(part) ?? []
    if (itemKeys.has(key)) {
      if (values.has(key) && !repeatedKeys.has(key)) return undefined
      if (!values.has(key)) values.set(key, value)
      above = key
    } else if (above === 'name') {
      // A name may contain the separator; beyond that, a part with a key of its own is not certainly the name's.
      if (key !== '') return undefined
      values.set('name', `${values.get('name')}|${part}`)
    }
  }
  return itemFrom(key => unescaped(values.get(key) ?? '').trim())
}

const unescaped = (text: string): string => text.replaceAll(/\\([:|;])/g, '$1')

function itemFrom(textOf: (key: string) => string): PackedItem | undefined {
  const [name, quantity] = [textOf('name'), textOf('quantity')]
  if (name === '' || !/^\d+$/.test(quantity)) return undefined
  const sku = textOf('sku')
  const id = textOf('product_id')
  return {
    name,
    quantity,
    // SkyVerge writes unknown_product for a product that was deleted.
    code: sku !== '' && sku !== 'unknown_product' ? sku : id === '0' ? '' : id,
    // Before discounts, as the price of an item is in the other exports of WooCommerce.
    total: textOf('subtotal') || textOf('sub_total') || textOf('total'),
    review: /[1-9]/.test(textOf('refunded_qty')),
  }
}

function jsonItems(cell: string): readonly string[] | undefined {
  const items = parsed(cell, '[')
  const isList = Array.isArray(items) && items.length > 0 && items.every(isRecord)
  return isList ? items.map(item => JSON.stringify(item)) : undefined
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null

function readJsonItem(text: string): PackedItem | undefined {
  const item = parsed(text, '{')
  if (typeof item !== 'object' || item === null) return undefined
  const values = new Map<string, unknown>(Object.entries(item))
  return itemFrom(key => {
    const value = values.get(key)
    // SkyVerge encodes quotation marks, which would end the cell.
    return typeof value === 'string' || typeof value === 'number'
      ? String(value).replaceAll('&quot;', '"').trim()
      : ''
  })
}

/** The value of a JSON text that begins with this character; undefined if the text is not one. */
function parsed(text: string, first: '[' | '{'): unknown {
  if (!text.trimStart().startsWith(first)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Longer texts are descriptions. In characters. */
const MAX_COUNTED_LENGTH = 4000

// A count has at most three digits, because Axle x2000 is a name. Blue Shirt x 2, Red Hat (x1); or 2× Blue Shirt, 1 x
// Red Hat. A name may contain the separator.
const countBehind = /^(.*?\S)\s*(?:\s[x×]\s?(\d{1,3})|\([x×]\s?(\d{1,3})\))$/s
const countBefore = /^(\d{1,3})\s?[x×]\s+(\S.*)$/s
// At most nine spaces, because two runs of any length take minutes in a cell of thousands of line breaks.
const afterCount = /(?<=\s[x×]\s?\d{1,3}|\([x×]\s?\d{1,3}\))\s{0,9}[,;|\n]\s{0,9}/
const beforeCount = /\s{0,9}[,;|\n]\s{0,9}(?=\d{1,3}\s?[x×]\s)/

/** The items of a text with counts; undefined if not every item has one, or the count may be on either side. */
function countedItems(cell: string): readonly string[] | undefined {
  const text = cell.trim()
  if (text.length > MAX_COUNTED_LENGTH) return undefined
  const behind = allMatch(text.split(afterCount), countBehind)
  const before = allMatch(text.split(beforeCount), countBefore)
  return behind && before ? undefined : (behind ?? before)
}

const allMatch = (texts: readonly string[], pattern: RegExp): readonly string[] | undefined =>
  texts.every(text => pattern.test(text)) ? texts : undefined

function readCountedItem(text: string): PackedItem | undefined {
  if (text.length > MAX_COUNTED_LENGTH) return undefined
  const behind = countBehind.exec(text)
  const before = countBefore.exec(text)
  const found = behind && before ? undefined : (behind ?? before)
  if (!found) return undefined
  const [name = '', quantity = ''] = behind ? [behind[1], behind[2] ?? behind[3]] : [found[2], found[1]]
  // A size may look like a count: Plank 2 x 4.
  return { name, quantity, code: '', total: '', review: true }
}
