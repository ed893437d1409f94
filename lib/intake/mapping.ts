import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { ColumnsByHeading } from './columns-by-heading'
import { knownOf } from './drift'
import { isCart } from './guess-group'
import { mapOf } from './guess-rules'
import { distinctHeadings, fullHeading } from './heading'
import { partsOfHeading } from './heading-parts'
import { hidden, type Understood } from './imported'
import { GUESS, type Headings, type Recipe, type Rule } from './recipe'
import { headingsOfRule } from './recipe-headings'
import { remedyOf } from './remedies'
import { compileRule } from './rules'

// What an operator does to a recipe by hand, one act at a time; each gives another recipe.

/** How the columns of a file that feed one column of the sheet go together. */
export type Together = { readonly by: string } | 'first'

/** What stands for all parts of an address at once, where a column of the file holds a whole one. */
export const WHOLE_ADDRESS = 'recipient'

const wholeParts = [
  ['recipient.state', 'state'],
  ['recipient.city', 'city'],
  ['recipient.address', 'address'],
  ['recipient.addressDetail', 'detail'],
] as const

/** Which columns of the sheet each column of the file feeds, by its place in the file. */
export function feedsOf(recipe: Recipe, headings: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const columns = new ColumnsByHeading(headings)
  const feeds = new Map<number, string[]>()
  for (const [id, rule] of Object.entries(recipe.fields)) {
    for (const at of compileRule(rule, columns)?.from ?? []) feeds.set(at, [...(feeds.get(at) ?? []), id])
  }
  return feeds
}

/**
 * Has a column of the file feed a column of the sheet, beside those that feed it already; in the place of one that the
 * file does not have, whose name is kept beside it for files that still do.
 * @param name of the column, distinct
 */
export function feed(recipe: Recipe, name: string, id: string, headings: readonly string[]): Recipe {
  const fields = { ...unfeed(recipe, name).fields }
  if (id === WHOLE_ADDRESS) {
    for (const [part, of] of wholeParts) fields[part] = { part: of, of: [[name]] }
    return { ...recipe, fields }
  }
  const rule = fields[id]
  if (rule && 'part' in rule) for (const [part] of wholeParts) if (isPart(fields[part])) delete fields[part]
  fields[id] =
    renamed(rule, name, new ColumnsByHeading(headings)) ??
    beside(id, rule, takeOf(recipe, id, name, headings))
  return { ...recipe, fields }
}

/** Has a column of the file feed nothing. */
export function unfeed(recipe: Recipe, name: string): Recipe {
  const fields: Record<string, Rule> = {}
  for (const [id, rule] of Object.entries(recipe.fields)) {
    const left = without(rule, name)
    if (left) fields[id] = left
  }
  return { ...recipe, fields }
}

const isPart = (rule: Rule | undefined): boolean => rule !== undefined && 'part' in rule
const isOf = (spellings: Headings, name: string): boolean =>
  spellings.some(spelling => fullHeading(spelling) === fullHeading(name))

/** What is left of a rule when a column is no longer there for it. */
function without(rule: Rule, name: string): Rule | undefined {
  if (!headingsOfRule(rule).some(spellings => isOf(spellings, name))) return rule
  if ('join' in rule)
    return joinOf(
      rule,
      rule.join.filter(spellings => !isOf(spellings, name)),
    )
  if ('firstOf' in rule) {
    const rest = rule.firstOf.flatMap(one => without(one, name) ?? [])
    return rest.length > 1 ? { firstOf: rest } : rest[0]
  }
  return undefined
}

/** A rule one of whose columns the file lacks, with another in its place. */
function renamed(rule: Rule | undefined, name: string, columns: ColumnsByHeading): Rule | undefined {
  const isLost = (spellings: Headings) => columns.find(spellings) === undefined
  if (rule && 'take' in rule) return isLost(rule.take) ? { ...rule, take: [name, ...rule.take] } : undefined
  if (!rule || !('join' in rule)) return undefined
  const lost = rule.join.findIndex(isLost)
  return lost === -1
    ? undefined
    : { ...rule, join: rule.join.map((part, at) => (at === lost ? [name, ...part] : part)) }
}

type Join = Extract<Rule, { readonly join: unknown }>

function joinOf(rule: Join, parts: readonly Headings[]): Rule | undefined {
  const [only] = parts
  if (!only) return undefined
  return parts.length === 1 ? { take: only } : { join: parts, by: rule.by }
}

type Take = Extract<Rule, { readonly take: unknown }>

/** How one column is taken; the buyer's is marked as such where it is taken for the recipient's. */
function takeOf({ fields }: Recipe, id: string, name: string, headings: readonly string[]): Take {
  const map = mapOf(id)
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
      name: buyer.slice(0, MOST_NAMES).map(heading => [heading]),
      recipient: recipient.slice(0, MOST_NAMES),
    },
  }
}

/** Columns by whose texts a buyer is told from the recipient. */
const MOST_NAMES = 5

function beside(id: string, rule: Rule | undefined, take: Take): Rule {
  const [name = ''] = take.take
  if (!rule || 'constant' in rule || 'divide' in rule || 'add' in rule || 'part' in rule) return take
  if ('firstOf' in rule) return { firstOf: [...rule.firstOf, take] }
  if ('join' in rule) return { join: [...rule.join, [name]], by: rule.by }
  if (/contact$|email$/.test(id)) return { firstOf: [rule, take] }
  return { join: [rule.take, [name]], by: /zipCode$/i.test(id) ? '-' : ' ' }
}

/** Says how the columns go together that feed a column of the sheet. One that one column feeds stays as it is. */
export function putTogether(recipe: Recipe, id: string, together: Together): Recipe {
  const rule = recipe.fields[id]
  const from = rule ? headingsOfRule(rule) : []
  if (!rule || from.length < 2 || isPart(rule)) return recipe
  const map = mapOf(id)
  const next: Rule =
    together === 'first'
      ? { firstOf: from.map(take => ({ take, ...(map ? { map } : {}) })) }
      : { ...('join' in rule ? rule : {}), join: from, by: together.by }
  return { ...recipe, fields: { ...recipe.fields, [id]: next } }
}

/** How the columns go together that feed a column; undefined where it is one, or none. */
export function togetherOf(rule: Rule | undefined): Together | undefined {
  if (rule && 'join' in rule) return { by: rule.by }
  return rule && 'firstOf' in rule ? 'first' : undefined
}

/** Has every line say the same in a column; '' takes that back. */
export function setConstant(recipe: Recipe, id: string, text: string): Recipe {
  const { [id]: _, ...fields } = recipe.fields
  return { ...recipe, fields: text === '' ? fields : { ...fields, [id]: { constant: text } } }
}

/** Says which value is meant by a text of a column; '' takes that back. Only for columns that are taken as they are. */
export function setValue(recipe: Recipe, id: string, text: string, value: string): Recipe {
  const rule = recipe.fields[id]
  if (!rule || !('take' in rule)) return recipe
  const { [text]: _, ...others } = rule.values ?? {}
  const { values: __, ...plain } = rule
  const values = value === '' ? others : { ...others, [text]: value }
  const next: Rule = Object.keys(values).length === 0 ? plain : { ...plain, values }
  return { ...recipe, fields: { ...recipe.fields, [id]: next } }
}

/**
 * Which column tells the rows of one order; undefined: the order number. The number of a cart becomes the order's, so
 * that a parcel has one number in every export of the shop; with another choice the order number comes back.
 */
export function setGroup(recipe: Recipe, name: string | undefined): Recipe {
  const { group: before = [], ...rest } = recipe
  const { [NUMBER]: number, [hidden.number]: own, ...others } = recipe.fields
  const isByCart = own !== undefined && before.some(isCart)
  const ordered = isByCart ? own : number
  const restored = { ...others, ...(ordered && { [NUMBER]: ordered }) }
  if (name === undefined) return { ...rest, fields: isByCart ? restored : recipe.fields }
  if (!isCart(name)) return { ...rest, group: [name], fields: isByCart ? restored : recipe.fields }
  const isOther = ordered && !headingsOfRule(ordered).some(spellings => isOf(spellings, name))
  const fields = { ...others, [NUMBER]: { take: [name] }, ...(isOther && { [hidden.number]: ordered }) }
  return { ...rest, group: [name], fields }
}

const NUMBER = 'orderInfo.mallOrderNumber'

/**
 * A recipe as it is to be remembered for a file: known by all its headings, and by what those were called before.
 * @param headings as they stand in the file
 */
export function finished(recipe: Recipe, headings: readonly string[], sheet: SheetId): Recipe {
  const spelled = Object.values(recipe.fields).flatMap(headingsOfRule)
  const known = knownOf(headings).map(([name = '']) => {
    const before = spelled.find(spellings => spellings[0] === name) ?? []
    return [name, ...before.slice(1)]
  })
  const missing = missingOf(recipe, headings, sheet)
  return { ...recipe, id: recipe.id === GUESS ? 'mapped' : recipe.id, sheets: [sheet], known, missing }
}

function missingOf(recipe: Recipe, headings: readonly string[], sheet: SheetId): Recipe['missing'] {
  const fed = new Set([...feedsOf(recipe, headings).values()].flat())
  const needed = sheets[sheet].columns.filter(
    ({ id, required }) => required && !fed.has(id) && recipe.fields[id] === undefined,
  )
  return Object.fromEntries(needed.map(({ id }) => [id, remedyOf(id)]))
}

/**
 * What is proposed where the headings of a file changed since its recipe was made: columns that lost theirs take the
 * new one that says the same, under both spellings.
 * @param guessed the recipe that would be guessed for the file
 */
export function proposeForDrift(
  { recipe, headings, drift }: Pick<Understood, 'recipe' | 'headings' | 'drift'>,
  guessed: Recipe,
): Recipe {
  if (!drift) return recipe
  const fresh = new Set(drift.fresh.map(at => headings[at]))
  const columns = new ColumnsByHeading(headings)
  const fields: Record<string, Rule> = { ...recipe.fields }
  const offered = { ...guessed.fields }
  // A new column for what was not fed before is proposed too.
  const wanted = new Set([...drift.starved, ...Object.keys(offered).filter(id => !(id in fields))])
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

/** Columns of the sheet that a recipe speaks of and whose columns the file does not have. */
export function starvedOf(recipe: Recipe, headings: readonly string[]): ReadonlyMap<string, string> {
  const columns = new ColumnsByHeading(distinctHeadings(headings))
  const starved = new Map<string, string>()
  for (const [id, rule] of Object.entries(recipe.fields)) {
    const lost = headingsOfRule(rule).find(spellings => columns.find(spellings) === undefined)
    if (lost) starved.set(id, lost[0] ?? '')
  }
  return starved
}
