import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { fullHeading } from './heading'
import type { Recipe } from './recipe'

/**
 * What files with the same headings have in common, whatever the order of their columns and the spelling of blanks:
 * a mapping is remembered by it. Of a recipe that knows several spellings of a heading the first one counts.
 */
export function fingerprintOf({ known }: Pick<Recipe, 'known'>): string {
  const headings = new Set(known.map(([first = '']) => fullHeading(first)))
  return bytesToHex(sha256(utf8ToBytes([...headings].toSorted().join('\n')))).slice(0, 32)
}
