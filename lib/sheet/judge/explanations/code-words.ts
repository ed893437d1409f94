import type { Column } from '@/lib/sheet/schema/columns'

/** The kind of error that the words of an error code name. */
export type CodeKind = 'missing' | 'duplicate' | 'type' | 'other'

const kindOfWord: Readonly<Record<string, CodeKind>> = {
  missing: 'missing',
  required: 'missing',
  empty: 'missing',
  blank: 'missing',
  null: 'missing',
  mandatory: 'missing',
  duplicate: 'duplicate',
  duplicated: 'duplicate',
  already: 'duplicate',
  exist: 'duplicate',
  type: 'type',
  format: 'type',
}

/** An error code of a product, read by its words: codes are identifiers, and services name fields in them. */
export interface CodeMeaning {
  readonly kind: CodeKind
  /** The columns whose names have all the words of a field in the code, the closest ones; often none. */
  readonly columns: readonly Column[]
}

/** Reads `STOCK_QUANTITY_REQUIRED` as: something is missing, in the columns of a stock quantity. */
export function readErrorCode(code: string, columns: readonly Column[]): CodeMeaning {
  const words = wordsOf(code)
  const kind = words.map(word => kindOfWord[word]).find(known => known !== undefined) ?? 'other'
  const named = columns.map(column => ({ column, words: nameWords(column) }))
  const known = new Set(named.flatMap(one => one.words))
  const field = words.filter(word => known.has(word) && kindOfWord[word] === undefined)
  // `product` alone is the record, not a field.
  if (field.every(word => word === 'product')) return { kind, columns: [] }
  const fitting = named.filter(one => field.every(word => one.words.includes(word)))
  const least = Math.min(...fitting.map(one => one.words.length))
  return { kind, columns: fitting.filter(one => one.words.length === least).map(one => one.column) }
}

/** The words of a column's own name and of the group of options that it is in. */
function nameWords({ id, group }: Column): readonly string[] {
  const name = id.slice(id.lastIndexOf('.') + 1).replaceAll(/\[\d*\]/g, '')
  const words = wordsOf(name)
  return group === 'option' && !words.includes('option') ? ['option', ...words] : words
}

/** Words of a name in any case, in the singular: `productImages`, `PRODUCT_IMAGE` and `product-image` have the same. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(word => word !== '')
    .map(word => (word.length > 3 ? word.replace(/s$/, '') : word))
