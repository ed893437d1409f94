import type { Column } from '@/lib/sheet/schema/columns'

const FLAG_CODES: readonly string[] = ['true', 'false']

/**
 * Every code that a column knows, whether or not it is accepted; undefined for a column without codes. The same list
 * for copies of the column, which differ in width.
 */
const knownCodes = (column: Column): readonly string[] | undefined =>
  column.kind === 'flag' ? FLAG_CODES : (column.choices ?? column.hint?.choices)

/** Distinct texts of a column that are kept: most cells of a column with codes repeat a few. */
const MAX_KEPT = 1000

type Reader<T> = (text: string) => T | undefined

/** Keeps a reader of texts for each column with codes, and for each text what the reader returned. */
export class ColumnCache<T> {
  private readonly known = new WeakMap<readonly string[], Map<string, Reader<T>>>()

  /** @param make makes the reader for non-empty texts of a column, in a language where that matters */
  constructor(
    private readonly make: (column: Column, codes: readonly string[], language: string) => Reader<T>,
  ) {}

  /** The same reader for the same column and language; undefined for a column without codes. */
  get(column: Column, language = ''): Reader<T> | undefined {
    const codes = knownCodes(column)
    if (!codes) return undefined
    const readers = this.known.get(codes) ?? new Map<string, Reader<T>>()
    this.known.set(codes, readers)
    const key = `${column.kind} ${column.id} ${language}`
    let reader = readers.get(key)
    if (!reader) {
      reader = keeping(this.make(column, codes, language))
      readers.set(key, reader)
    }
    return reader
  }
}

function keeping<T>(read: Reader<T>): Reader<T> {
  const kept = new Map<string, T | undefined>()
  return text => {
    if (text === '') return undefined
    if (kept.has(text)) return kept.get(text)
    const result = read(text)
    if (kept.size < MAX_KEPT) kept.set(text, result)
    return result
  }
}
