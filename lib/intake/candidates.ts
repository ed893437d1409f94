import type { Column } from '@/lib/sheet/columns'
import { mapOf } from './guess-rules'
import { most } from './guess-values'
import { meaningOf } from './value-maps'

/** A column of the file that feeds nothing yet. */
interface Free {
  readonly name: string
  readonly samples: readonly string[]
}

const SHOWN = 3

/** Columns of a file that might feed a column of the sheet, because their texts are of its kind: three at most. */
export function candidatesFor<T extends Free>(column: Column, free: readonly T[]): readonly T[] {
  const fits = (text: string) => fitsKind(column, text.normalize('NFKC').trim())
  return free.filter(({ samples }) => most(samples, fits)).slice(0, SHOWN)
}

function fitsKind({ id, kind, url }: Column, text: string): boolean {
  if (url) return /^https?:\/\//i.test(text)
  const map = mapOf(id)
  if (map) return meaningOf(text, map) !== undefined
  if (kind === 'choice' || kind === 'flag') return false
  const isNumber = /^[-+]?[\d,]*\d(\.\d+)?\s*(kg|g|원|円|￦|₩|¥|￥|\$)?$/i.test(text)
  if (kind === 'number') return isNumber
  if (kind === 'integer') return isNumber && !text.includes('.')
  if (/zipCode$/i.test(id)) return /^〒?\d{3,}[-\d]*$/.test(text)
  if (/contact$/.test(id)) return /^[+\d][\d\s()-]{6,}$/.test(text)
  if (/mallOrderNumber$|shopProductId$/.test(id))
    return /\d/.test(text) && text.length >= 3 && !/\s/.test(text)
  // R-1 and P123456789012 are somebody's numbers, and no names.
  return !isNumber && !/^https?:|@|^[#a-z]{0,4}[-_]?\d[\d-]*$/i.test(text)
}
