import { bareHeading, distinctHeadings } from '@/lib/import/recipe/columns-by-heading'
import { type ColumnRule, OWN_RECIPE_ID, type Recipe } from '@/lib/import/recipe/recipe'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { ownHeadingsOf } from './dictionary/dictionary'

/** A file with fewer of our headings may come from another program. */
const MIN_HEADINGS = 6

/**
 * The recipe of a file with our own headings, in any language or as column ids (`recipient.zipCode`): a filled-in
 * template or a download.
 * @returns undefined if any heading is not ours
 */
export function nativeTemplateRecipe(headings: readonly string[], sheet: SheetId): Recipe | undefined {
  const byName = new Map<string, string>()
  const paths = new Set<string>()
  const ids = new Set(sheets[sheet].columns.map(column => bareHeading(column.id)))
  for (const { id } of sheets[sheet].columns) {
    for (const name of ownHeadingsOf(id)) byName.set(bareHeading(name), id)
    for (const path of [id, id.replaceAll('[]', '')]) {
      byName.set(bareHeading(path), id)
      if (path.includes('.')) paths.add(bareHeading(path))
    }
  }
  const quoted = new Set(sheets[sheet].columns.filter(column => column.holds).map(column => column.id))
  const fields: Record<string, ColumnRule> = {}
  let isByPath = false
  let isForeign = false
  let isById = true
  for (const [at, name] of distinctHeadings(headings).entries()) {
    const plain = bareHeading(headings[at] ?? '')
    if (plain === '') continue
    const id = byName.get(plain)
    if (paths.has(plain)) isByPath = true
    if (!ids.has(plain)) isById = false
    if (id !== undefined && !Object.hasOwn(fields, id))
      fields[id] = { take: [name], ...(quoted.has(id) ? { apostrophe: true } : {}) }
    else if (id === undefined) isForeign = true
  }
  const count = Object.keys(fields).length
  const isSure = isByPath || (isById && count > 0)
  if (!isSure && (isForeign || count < MIN_HEADINGS)) return undefined
  return { id: OWN_RECIPE_ID, name: 'Lading', sheets: [sheet], known: [], continues: true, fields }
}

/**
 * Columns that a download of order ids adds behind the shop's own, in this order; their words:
 * `history.download.columns`.
 */
export const orderIdColumns = [
  'number',
  'orderId',
  'state',
  'connection',
  'registeredAt',
  'position',
  'erased',
] as const

/** Suffix of these headings in every language, by which the file is recognized. */
const HEADING_SUFFIX = ' (Lading)'

/**
 * The heading of such a column.
 * @param word its word in the language of the file
 */
export const orderIdHeading = (word: string): string => `${word}${HEADING_SUFFIX}`

/**
 * Whether a file that comes back is a download of ids, whatever recipe its other columns follow, and in whatever
 * language its words were written.
 * @param headings made distinct, as in `DetectedMapping.headings`
 */
export const isOrderIdFile = (headings: readonly string[]): boolean =>
  headings.filter(heading => heading.endsWith(HEADING_SUFFIX)).length >= orderIdColumns.length
