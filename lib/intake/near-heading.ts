import type { SheetId } from '@/lib/sheet/sheets'
import { headingKeys, type Meaning, namesIn } from './dictionary'

/** Shorter words are one letter apart and mean something else: only long words in Latin letters may be misspelt. */
const LEAST = 8

/**
 * What a misspelt heading most likely says: one letter of a long Latin word is wrong, missing, too many or swapped.
 * Hangul, kana and kanji are never taken for others: 중량 and 수량 are one letter apart. Digits count as they are.
 */
export function nearMeaning(heading: string, sheet: SheetId): Meaning | undefined {
  const { plain } = headingKeys(heading)
  if (plain.length < LEAST || !/^[a-z0-9]+$/.test(plain)) return undefined
  const found: Meaning[] = []
  for (const [name, meaning] of namesIn(sheet)) {
    if (
      name.length >= LEAST &&
      name[0] === plain[0] &&
      digits(name) === digits(plain) &&
      isOneOff(name, plain)
    ) {
      found.push(meaning)
    }
  }
  const [first, ...others] = found
  return first && others.every(other => other.column === first.column) ? first : undefined
}

const digits = (text: string): string => text.replaceAll(/\D/g, '')

/** Whether two different words are one insertion, deletion, replacement or swap of neighbours apart. */
export function isOneOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  const rest = (text: string, by: number) => text.slice(from + by)
  if (a.length > b.length) return rest(a, 1) === rest(b, 0)
  if (a.length < b.length) return rest(a, 0) === rest(b, 1)
  const isSwapped = a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, 2) === rest(b, 2)
  return isSwapped || rest(a, 1) === rest(b, 1)
}
