import { countries, currencies, exportPurposes } from '@/lib/contract/choices'
import type { ColumnRule, Recipe, ValueMap } from '@/lib/import/recipe/recipe'
import { codesByName, valueKey } from '@/lib/sheet/schema/choices/codes-by-name'

const weightUnitNames: Readonly<Record<string, readonly string[]>> = {
  g: ['gram', 'grams', '그램', 'グラム', '克'],
  kg: ['kilogram', 'kilograms', 'kgs', '킬로그램', '킬로', 'キログラム', 'キロ', '公斤'],
  lb: ['pound', 'pounds', 'lbs', '파운드', 'ポンド'],
  oz: ['ounce', 'ounces', '온스', 'オンス'],
}

const mapBuilders: Readonly<Record<ValueMap, () => ReadonlyMap<string, string>>> = {
  country: () => codesByName(countries, 'region'),
  currency: () => codesByName(currencies, 'currency'),
  flag: () => codesByName(['true', 'false'], undefined),
  purpose: () => codesByName(exportPurposes, undefined),
  'weight-unit': () =>
    new Map(
      Object.entries(weightUnitNames).flatMap(([unit, names]) => [unit, ...names].map(name => [name, unit])),
    ),
}

/** Created on first use, because collecting names in five languages takes some milliseconds. */
const builtMaps = new Map<ValueMap, ReadonlyMap<string, string>>()

/**
 * The code for a value: JP for 일본, 日本 or Japan, KRW for ￦.
 * @returns undefined if the table lacks the value
 */
export function codeOfValue(text: string, map: ValueMap): string | undefined {
  const known = builtMaps.get(map) ?? mapBuilders[map]()
  builtMaps.set(map, known)
  return known.get(valueKey(text))
}

type TakeRule = Extract<ColumnRule, { readonly take: unknown }>

/** Tables whose codes mean the same in every column. */
const sharedMaps: ReadonlySet<ValueMap> = new Set(['country', 'currency', 'weight-unit'])

/**
 * Adds the replacements that operators defined in other mappings: an explanation of 닛뽄 as JP applies to every file. The
 * recipe's own replacements and the built-in tables take precedence.
 */
export function withLearnedValues(recipe: Recipe, remembered: readonly Recipe[]): Recipe {
  if (remembered.length === 0) return recipe
  let isSame = true
  const fields = Object.entries(recipe.fields).map(([id, rule]): [string, ColumnRule] => {
    const next = teachRule(rule, map => learnedValues(id, map, remembered))
    if (next !== rule) isSame = false
    return [id, next]
  })
  return isSame ? recipe : { ...recipe, fields: Object.fromEntries(fields) }
}

/** @returns the same rule if there is nothing to add */
function teachRule(rule: ColumnRule, of: (map: ValueMap) => ReadonlyMap<string, string>): ColumnRule {
  if ('firstOf' in rule) {
    const next = rule.firstOf.map(one => teachRule(one, of))
    return next.some((one, at) => one !== rule.firstOf[at]) ? { firstOf: next } : rule
  }
  if (!('take' in rule) || !rule.map) return rule
  const { map, values = {} } = rule
  const known = new Set(Object.keys(values).map(valueKey))
  const fresh = [...of(map)].filter(
    ([text]) => !known.has(valueKey(text)) && codeOfValue(text, map) === undefined,
  )
  return fresh.length === 0 ? rule : { ...rule, values: { ...Object.fromEntries(fresh), ...values } }
}

/**
 * The replacements for a column, then those for other columns with the same codes; of two meanings that of the first
 * recipe counts.
 */
function learnedValues(
  id: string,
  map: ValueMap,
  remembered: readonly Recipe[],
): ReadonlyMap<string, string> {
  const here = remembered.map(({ fields }) => fields[id])
  const others = sharedMaps.has(map) ? remembered.flatMap(({ fields }) => Object.values(fields)) : []
  const takes = [...here, ...others].flatMap(rule => (rule ? takeRulesOf(rule) : []))
  const entries = takes.flatMap(take => (take.map === map ? Object.entries(take.values ?? {}) : []))
  return new Map(entries.toReversed())
}

function takeRulesOf(rule: ColumnRule): readonly TakeRule[] {
  if ('firstOf' in rule) return rule.firstOf.flatMap(takeRulesOf)
  return 'take' in rule ? [rule] : []
}
