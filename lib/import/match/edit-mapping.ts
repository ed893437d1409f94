import { ColumnsByHeading, fullHeading } from '@/lib/import/recipe/columns-by-heading'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { missingValueSource } from '@/lib/import/recipe/missing-value-sources'
import {
  type ColumnRule,
  GUESSED_RECIPE_ID,
  type Headings,
  headingsOfRule,
  type Recipe,
  UNSAVED_RECIPE_ID,
} from '@/lib/import/recipe/recipe'
import { compileRule } from '@/lib/import/recipe/values/compile-rule'
import { hasPostalCode } from '@/lib/import/recipe/values/japanese-address'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import type { DetectedMapping } from './detect-mapping'
import { partsOfHeading } from './dictionary/heading-parts'
import { knownHeadingsOf } from './drift'
import { addressParts, valueMapOf, ZIP_CODE } from './guess/column-rules'
import { isCartHeading } from './guess/order-grouping'
import { mostMatch } from './guess/value-patterns'

// Edits of a recipe by hand; each function returns a new recipe.

/** How several columns of the file are combined in one column of the sheet. */
export type CombineMode = { readonly by: string } | 'first'

/** The target of a column that contains a whole address: all parts of the address. */
export const WHOLE_ADDRESS = 'recipient'

/** The columns of the sheet that each column of the file is mapped to, by its position in the file. */
export function targetsByColumn(
  recipe: Recipe,
  headings: readonly string[],
): ReadonlyMap<number, readonly string[]> {
  const columns = new ColumnsByHeading(headings)
  const targets = new Map<number, string[]>()
  for (const [id, rule] of Object.entries(recipe.fields)) {
    for (const at of compileRule(rule, columns)?.from ?? []) targets.set(at, [...(targets.get(at) ?? []), id])
  }
  return targets
}

/**
 * Maps a column of the file to a column of the sheet, in addition to those that are already mapped to it. It replaces a
 * column that the file lacks, whose name is kept for files that still have it.
 * @param name of the column, made distinct
 * @param samples texts of the column, which show whether whole addresses begin with their postal codes
 */
export function mapColumn(
  recipe: Recipe,
  name: string,
  id: string,
  headings: readonly string[],
  samples: readonly string[] = [],
): Recipe {
  const rest = unmapColumn(recipe, name)
  const fields = { ...rest.fields }
  if (id === WHOLE_ADDRESS) {
    // Another whole address, which this one replaces, may have given it.
    if (isAddressPart(fields[ZIP_CODE])) delete fields[ZIP_CODE]
    if (!fields[ZIP_CODE] && mostMatch(samples, hasPostalCode))
      fields[ZIP_CODE] = { part: 'zipCode', of: [[name]] }
    for (const [part, of] of addressParts) fields[part] = { part: of, of: [[name]] }
    return { ...rest, fields }
  }
  const rule = fields[id]
  if (rule && 'part' in rule && id !== ZIP_CODE)
    for (const part of [ZIP_CODE, ...addressParts.map(([column]) => column)])
      if (isAddressPart(fields[part])) delete fields[part]
  fields[id] =
    withRenamedColumn(rule, name, new ColumnsByHeading(headings)) ??
    addBeside(id, rule, takeRuleFor(recipe, id, name, headings))
  return { ...rest, fields }
}

/** Unmaps a column of the file. */
export function unmapColumn(recipe: Recipe, name: string): Recipe {
  const fields: Record<string, ColumnRule> = {}
  for (const [id, rule] of Object.entries(recipe.fields)) {
    const left = withoutColumn(rule, name)
    if (left) fields[id] = left
  }
  const { packed, ...whole } = { ...recipe, fields }
  const isPacked = packed?.cells.some(spellings => includesHeading(spellings, name))
  return isPacked || !packed ? whole : { ...whole, packed }
}

const isAddressPart = (rule: ColumnRule | undefined): boolean => rule !== undefined && 'part' in rule
const isUnpacked = (rule: ColumnRule): boolean =>
  'firstOf' in rule ? rule.firstOf.some(isUnpacked) : 'unpack' in rule
const includesHeading = (spellings: Headings, name: string): boolean =>
  spellings.some(spelling => fullHeading(spelling) === fullHeading(name))

/** The rest of a rule when a column is removed from it; undefined if nothing is left. */
function withoutColumn(rule: ColumnRule, name: string): ColumnRule | undefined {
  if (!headingsOfRule(rule).some(spellings => includesHeading(spellings, name))) return rule
  if ('join' in rule)
    return joinRule(
      rule,
      rule.join.filter(spellings => !includesHeading(spellings, name)),
    )
  if ('firstOf' in rule) {
    const rest = rule.firstOf.flatMap(one => withoutColumn(one, name) ?? [])
    return rest.length > 1 ? { firstOf: rest } : rest[0]
  }
  return undefined
}

/** A rule with another column in place of one that the file lacks. */
function withRenamedColumn(
  rule: ColumnRule | undefined,
  name: string,
  columns: ColumnsByHeading,
): ColumnRule | undefined {
  const isLost = (spellings: Headings) => columns.find(spellings) === undefined
  if (rule && 'take' in rule) return isLost(rule.take) ? { ...rule, take: [name, ...rule.take] } : undefined
  if (!rule || !('join' in rule)) return undefined
  const lost = rule.join.findIndex(isLost)
  return lost === -1
    ? undefined
    : { ...rule, join: rule.join.map((part, at) => (at === lost ? [name, ...part] : part)) }
}

type JoinRule = Extract<ColumnRule, { readonly join: unknown }>

function joinRule(rule: JoinRule, parts: readonly Headings[]): ColumnRule | undefined {
  const [only] = parts
  if (!only) return undefined
  return parts.length === 1 ? { take: only } : { join: parts, by: rule.by }
}

type TakeRule = Extract<ColumnRule, { readonly take: unknown }>

/** The rule for one column; a buyer's column that is mapped to the recipient is marked as the buyer's. */
function takeRuleFor({ fields }: Recipe, id: string, name: string, headings: readonly string[]): TakeRule {
  const map = valueMapOf(id)
  const take = { take: [name], ...(map ? { map } : {}) }
  if (!id.startsWith('recipient.') || partsOfHeading(name)?.party !== 'buyer') return take
  const buyer = headings.filter(heading => {
    const parts = partsOfHeading(heading)
    return parts?.party === 'buyer' && parts.field === 'name' && parts.script === undefined
  })
  const recipient = fields['recipient.name'] ? headingsOfRule(fields['recipient.name']) : []
  return {
    ...take,
    ofBuyer: {
      name: buyer.slice(0, MAX_NAME_COLUMNS).map(heading => [heading]),
      recipient: recipient.slice(0, MAX_NAME_COLUMNS),
    },
  }
}

/** Limit of the name columns that distinguish a buyer from the recipient. */
const MAX_NAME_COLUMNS = 5

function addBeside(id: string, rule: ColumnRule | undefined, take: TakeRule): ColumnRule {
  const [name = ''] = take.take
  if (!rule || 'constant' in rule || 'divide' in rule || 'add' in rule || 'part' in rule) return take
  if ('unpack' in rule || 'money' in rule) return take
  if ('firstOf' in rule) return { firstOf: [...rule.firstOf, take] }
  if ('join' in rule) return { join: [...rule.join, [name]], by: rule.by }
  if (/contact$|email$/.test(id)) return { firstOf: [rule, take] }
  return { join: [rule.take, [name]], by: /zipCode$/i.test(id) ? '-' : ' ' }
}

/** Sets how the columns that are mapped to one column are combined. A rule with one column stays as it is. */
export function combineColumns(recipe: Recipe, id: string, together: CombineMode): Recipe {
  const rule = recipe.fields[id]
  const from = rule ? headingsOfRule(rule) : []
  if (!rule || from.length < 2 || isAddressPart(rule) || isUnpacked(rule)) return recipe
  const map = valueMapOf(id)
  const next: ColumnRule =
    together === 'first'
      ? { firstOf: from.map(take => ({ take, ...(map ? { map } : {}) })) }
      : { ...('join' in rule ? rule : {}), join: from, by: together.by }
  return { ...recipe, fields: { ...recipe.fields, [id]: next } }
}

/** How the columns of a rule are combined; undefined for a rule with fewer than two. */
export function combineModeOf(rule: ColumnRule | undefined): CombineMode | undefined {
  if (rule && 'join' in rule) return { by: rule.by }
  return rule && 'firstOf' in rule ? 'first' : undefined
}

/** Sets a constant text for a column; '' removes it. */
export function setConstant(recipe: Recipe, id: string, text: string): Recipe {
  const { [id]: _, ...fields } = recipe.fields
  return { ...recipe, fields: text === '' ? fields : { ...fields, [id]: { constant: text } } }
}

/** Sets the replacement for a text of a column; '' removes it. Only for columns that are taken from one column. */
export function setValue(recipe: Recipe, id: string, text: string, value: string): Recipe {
  const rule = recipe.fields[id]
  if (!rule || !('take' in rule)) return recipe
  const { [text]: _, ...others } = rule.values ?? {}
  const { values: __, ...plain } = rule
  const values = value === '' ? others : { ...others, [text]: value }
  const next: ColumnRule = Object.keys(values).length === 0 ? plain : { ...plain, values }
  return { ...recipe, fields: { ...recipe.fields, [id]: next } }
}

/**
 * Sets the column that groups rows into orders; undefined: the order number. A cart number becomes the order's number,
 * so that a parcel has one number in every export of the shop; another choice restores the order number.
 */
export function setGroup(recipe: Recipe, name: string | undefined): Recipe {
  const { group: before = [], ...rest } = recipe
  const { [ORDER_NUMBER]: number, [hiddenColumns.number]: own, ...others } = recipe.fields
  const isByCart = own !== undefined && before.some(isCartHeading)
  const ordered = isByCart ? own : number
  const restored = { ...others, ...(ordered && { [ORDER_NUMBER]: ordered }) }
  if (name === undefined) return { ...rest, fields: isByCart ? restored : recipe.fields }
  if (!isCartHeading(name)) return { ...rest, group: [name], fields: isByCart ? restored : recipe.fields }
  const isOther = ordered && !headingsOfRule(ordered).some(spellings => includesHeading(spellings, name))
  const fields = {
    ...others,
    [ORDER_NUMBER]: { take: [name] },
    ...(isOther && { [hiddenColumns.number]: ordered }),
  }
  return { ...rest, group: [name], fields }
}

const ORDER_NUMBER = 'orderInfo.mallOrderNumber'

/**
 * A recipe to remember for a file: known by all its headings and by their earlier spellings.
 * @param headings as they are in the file
 */
export function finishMapping(recipe: Recipe, headings: readonly string[], sheet: SheetId): Recipe {
  const spelled = Object.values(recipe.fields).flatMap(headingsOfRule)
  const known = knownHeadingsOf(headings).map(([name = '']) => {
    const before = spelled.find(spellings => spellings[0] === name) ?? []
    return [name, ...before.slice(1)]
  })
  const missing = missingSourcesOf(recipe, headings, sheet)
  return {
    ...recipe,
    id: recipe.id === GUESSED_RECIPE_ID ? UNSAVED_RECIPE_ID : recipe.id,
    sheets: [sheet],
    known,
    missing,
  }
}

function missingSourcesOf(recipe: Recipe, headings: readonly string[], sheet: SheetId): Recipe['missing'] {
  const mapped = new Set([...targetsByColumn(recipe, headings).values()].flat())
  const needed = sheets[sheet].columns.filter(
    ({ id, required }) => required && !mapped.has(id) && recipe.fields[id] === undefined,
  )
  return Object.fromEntries(needed.map(({ id }) => [id, missingValueSource(id)]))
}

/**
 * The proposal for a file whose headings changed: columns without a heading take the new heading with the same meaning,
 * and keep the old spelling.
 * @param guessed the recipe that would be guessed for the file
 */
export function proposeForDrift(
  { recipe, headings, drift }: Pick<DetectedMapping, 'recipe' | 'headings' | 'drift'>,
  guessed: Recipe,
): Recipe {
  if (!drift) return recipe
  const fresh = new Set(drift.newColumns.map(at => headings[at]))
  const columns = new ColumnsByHeading(headings)
  const fields: Record<string, ColumnRule> = { ...recipe.fields }
  const offered = { ...guessed.fields }
  // New columns for columns of the sheet that were not mapped before are proposed, too.
  const wanted = new Set([...drift.affectedColumns, ...Object.keys(offered).filter(id => !(id in fields))])
  for (const id of wanted) {
    const offer = offered[id]
    const names = offer ? headingsOfRule(offer).map(([name]) => name) : []
    if (!offer || names.length === 0 || !names.every(name => fresh.has(name))) continue
    const before = fields[id]
    const isRenamed = before && 'take' in before && 'take' in offer && columns.find(before.take) === undefined
    fields[id] = isRenamed ? { ...before, take: [...offer.take, ...before.take] } : offer
  }
  return { ...recipe, fields }
}
