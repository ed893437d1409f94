import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { bareHeading } from './columns-by-heading'
import { headingOf } from './dictionary'
import { distinctHeadings } from './heading'
import { headingLanguages } from './languages'
import type { Recipe, Rule } from './recipe'

/** With fewer of our headings a file may be anybody's. */
const FEWEST = 6

/**
 * The recipe of a file that has our own headings, in any language or as paths (`recipient.zipCode`): a template that
 * was filled in, or what was downloaded here. @returns undefined where a heading is none of ours
 */
export function ownRecipe(headings: readonly string[], sheet: SheetId): Recipe | undefined {
  const byName = new Map<string, string>()
  const paths = new Set<string>()
  const ids = new Set(sheets[sheet].columns.map(column => bareHeading(column.id)))
  for (const { id } of sheets[sheet].columns) {
    for (const language of headingLanguages) byName.set(bareHeading(headingOf(id, language)), id)
    for (const path of [id, id.replaceAll('[]', '')]) {
      byName.set(bareHeading(path), id)
      if (path.includes('.')) paths.add(bareHeading(path))
    }
  }
  const quoted = new Set(sheets[sheet].columns.filter(column => column.holds).map(column => column.id))
  const fields: Record<string, Rule> = {}
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
  if (!isSure && (isForeign || count < FEWEST)) return undefined
  return { id: 'own', name: 'Lading', sheets: [sheet], known: [], continues: true, fields }
}
