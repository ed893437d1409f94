import { type CellContext, type DamageKind, repairs } from '@/lib/import/repair/repairs'
import type { Column } from '@/lib/sheet/schema/columns'
import { ITEM_CODE } from '@/lib/sheet/schema/fillable-columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { LineId } from '@/lib/sheet/schema/line'
import type { RuleAction, RuleCondition } from './rule'

/** A cell of an imported line that an operator changed. */
export interface CorrectedCell extends CellContext {
  readonly line: LineId
  readonly column: Column
  /** The text as a rule would find it: what the file says, '' where Lading filled a blank. */
  readonly imported: string
  readonly after: string
}

/** An imported line that an operator deleted. */
export interface DeletedLine {
  /** Whether nothing of its order is left. */
  readonly isWholeOrder: boolean
  readonly textOf: (column: string) => string
}

/** What an operator did last with imported lines. */
export interface Correction {
  readonly cells: readonly CorrectedCell[]
  readonly deleted: readonly DeletedLine[]
}

/** What a suggested rule does, and with which lines. */
export interface SuggestedRule {
  readonly conditions: readonly RuleCondition[]
  readonly action: RuleAction
}

/** Why a rule would apply to other lines as well; `rules.reach` has a sentence for each. */
export type RuleReach = 'damage' | 'split' | 'text' | 'part' | 'code' | 'name' | 'blank' | 'all'

/** One way to remember a correction. Several rules if a correction wrote several texts. */
export interface RuleSuggestion {
  readonly reach: RuleReach
  readonly rules: readonly SuggestedRule[]
}

/** Rules that one correction may make. */
const MAX_RULES = 20
/** Texts of one condition. */
const MAX_TEXTS = 500

const ITEM_NAME = 'items[].name'

/**
 * The ways to remember a correction, the most specific that is sure to help first; none where no rule could repeat it.
 */
export function suggestRules({ cells, deleted }: Correction): RuleSuggestion[] {
  if (cells.length === 0) return suggestSkips(deleted)
  const split = suggestSplit(cells)
  if (split) return [split]
  const columns = groupBy(cells, ({ column }) => column.id)
  const ofColumns = [...columns.values()].map(suggestForColumn)
  const [first] = ofColumns
  if (ofColumns.length <= 1) return first ?? []
  // Several columns: the first way of each together.
  const rules = ofColumns.flatMap(([way]) => way?.rules ?? [])
  const reach = first?.[0]?.reach
  return reach && rules.length <= MAX_RULES ? [{ reach, rules }] : []
}

function suggestForColumn(cells: readonly CorrectedCell[]): RuleSuggestion[] {
  const [first] = cells
  if (!first) return []
  const { column } = first
  const damage = damageOf(cells)
  const texts = distinct(cells.map(({ after }) => after))
  const [text = ''] = texts
  const isSame = texts.length === 1
  const set: RuleAction = { kind: 'set', column: column.id, text }
  const part = replacedPart(cells)
  const areBlank = cells.every(({ imported }) => isBlank(imported))
  const suggestions: (RuleSuggestion | undefined)[] = [
    damage && {
      reach: 'damage',
      rules: [{ conditions: [], action: { kind: 'repair', column: column.id, damage } }],
    },
    // A part that several cells have in common says more than the list of their texts.
    cells.length > 1 && !isSame ? part : undefined,
    areBlank ? undefined : byText(cells),
    ...(areBlank ? byItem(cells) : []),
    areBlank && isSame
      ? { reach: 'blank', rules: [{ conditions: [{ column: column.id, test: 'blank' }], action: set }] }
      : undefined,
    cells.length === 1 || isSame ? part : undefined,
    isSame ? { reach: 'all', rules: [{ conditions: [], action: set }] } : undefined,
  ]
  return suggestions.flatMap(one => one ?? [])
}

/** The only kind of damage whose repair gives every new text. */
function damageOf(cells: readonly CorrectedCell[]): DamageKind | undefined {
  const kinds = Object.keys(repairs) as DamageKind[]
  return kinds.find(kind =>
    cells.every(
      ({ imported, after, column, ...around }) => repairs[kind](imported, column, around) === after,
    ),
  )
}

/** A rule for each new text: the texts that it replaced. */
function byText(cells: readonly CorrectedCell[]): RuleSuggestion | undefined {
  const filled = cells.filter(({ imported }) => !isBlank(imported))
  const rules = [...groupBy(filled, ({ after }) => after)].flatMap(([text, group]) => {
    const [first] = group
    const texts = distinct(group.map(({ imported }) => imported.trim()))
    if (!first || texts.length > MAX_TEXTS) return []
    const column = first.column.id
    return [
      { conditions: [{ column, test: 'equals', texts }], action: { kind: 'set', column, text } },
    ] as const
  })
  return rules.length > 0 && rules.length <= MAX_RULES ? { reach: 'text', rules } : undefined
}

/** A rule for each new text of a blank cell: the items that it belongs to. */
function byItem(cells: readonly CorrectedCell[]): RuleSuggestion[] {
  const [first] = cells
  if (first?.column.scope !== 'item') return []
  return (
    [
      ['code', ITEM_CODE],
      ['name', ITEM_NAME],
    ] as const
  ).flatMap(([reach, key]) => {
    if (key === first.column.id || cells.some(({ textOf }) => isBlank(textOf(key)))) return []
    const rules = [...groupBy(cells, ({ after }) => after)].map(([text, group]): SuggestedRule => {
      const column = first.column.id
      const texts = distinct(group.map(({ textOf }) => textOf(key).trim()))
      return {
        conditions: [
          { column: key, test: 'equals', texts },
          { column, test: 'blank' },
        ],
        action: { kind: 'set', column, text },
      }
    })
    return rules.length <= MAX_RULES ? { reach, rules } : []
  })
}

/** The same part in every text, and what replaced it everywhere. */
function replacedPart(cells: readonly CorrectedCell[]): RuleSuggestion | undefined {
  const [first] = cells
  const change = first && changedPart(first.imported, first.after)
  if (!first || !change) return undefined
  const { find, by } = change
  if (find.trim() === '' || cells.some(one => one.imported.replaceAll(find, () => by) !== one.after))
    return undefined
  const column = first.column.id
  return { reach: 'part', rules: [{ conditions: [], action: { kind: 'replace', column, find, by } }] }
}

/** The shortest part that was replaced; undefined where nothing of the text stayed, or only something was added. */
function changedPart(
  before: string,
  after: string,
): { readonly find: string; readonly by: string } | undefined {
  const [from, to] = [Array.from(before), Array.from(after)]
  const most = Math.min(from.length, to.length)
  let start = 0
  while (start < most && from[start] === to[start]) start++
  let end = 0
  while (end < most - start && from.at(-1 - end) === to.at(-1 - end)) end++
  const find = from.slice(start, from.length - end).join('')
  if (find === '' || find === before) return undefined
  return { find, by: to.slice(start, to.length - end).join('') }
}

/** Recognises a text whose end was moved to another, blank cell of the same line. */
function suggestSplit(cells: readonly CorrectedCell[]): RuleSuggestion | undefined {
  const lines = groupBy(cells, ({ line }) => line)
  const found = [...lines.values()].map(splitOf)
  const [first] = found
  if (!first || found.some(one => JSON.stringify(one) !== JSON.stringify(first))) return undefined
  return { reach: 'split', rules: [{ conditions: [], action: first }] }
}

function splitOf(cells: readonly CorrectedCell[]): RuleAction | undefined {
  if (cells.length !== 2) return undefined
  for (const [head, tail] of [cells, cells.toReversed()]) {
    if (!head || !tail || !isBlank(tail.imported) || isBlank(tail.after) || isBlank(head.after)) continue
    const text = head.imported.trim()
    if (!text.startsWith(head.after) || !text.endsWith(tail.after)) continue
    const between = text.slice(head.after.length, text.length - tail.after.length)
    if (between === '' || head.after.length + between.length + tail.after.length !== text.length) continue
    const separator = between.trim() === '' ? ' ' : between.trim()
    const occurrence =
      text.indexOf(separator) === text.lastIndexOf(separator) || !head.after.includes(separator)
        ? 'first'
        : 'last'
    // Only a separator that divides the text at this place repeats the correction.
    if (occurrence === 'last' && tail.after.includes(separator)) continue
    return { kind: 'split', column: head.column.id, separator, occurrence, to: tail.column.id }
  }
  return undefined
}

function suggestSkips(deleted: readonly DeletedLine[]): RuleSuggestion[] {
  if (deleted.length === 0) return []
  const what = deleted.every(({ isWholeOrder }) => isWholeOrder) ? 'order' : 'row'
  return (
    [
      ['code', ITEM_CODE],
      ['name', ITEM_NAME],
    ] as const
  ).flatMap(([reach, column]) => {
    const texts = distinct(deleted.map(({ textOf }) => textOf(column).trim()))
    if (texts.some(isBlank) || texts.length > MAX_RULES) return []
    const conditions: RuleCondition[] = [{ column, test: 'equals', texts }]
    return { reach, rules: [{ conditions, action: { kind: 'skip', what } }] }
  })
}

/** Elements by a key, in the order in which the keys first appear. */
function groupBy<K, T>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)]
