import type { Recipe, Rule, ValueMap } from './recipe'
import { meaningOf, plainValue } from './value-maps'

type Take = Extract<Rule, { readonly take: unknown }>

/** Codes that are the same in every column; what is true of one column need not be of another. */
const anywhere: ReadonlySet<ValueMap> = new Set(['country', 'currency', 'weight-unit'])

/**
 * A recipe that also knows the values that operators explained in other mappings: who said once that 닛뽄 is JP is not
 * asked again in another file, whoever made its recipe. What the recipe says itself holds, and what everybody knows.
 */
export function withLearned(recipe: Recipe, remembered: readonly Recipe[]): Recipe {
  if (remembered.length === 0) return recipe
  let isSame = true
  const fields = Object.entries(recipe.fields).map(([id, rule]): [string, Rule] => {
    const next = taught(rule, map => learned(id, map, remembered))
    if (next !== rule) isSame = false
    return [id, next]
  })
  return isSame ? recipe : { ...recipe, fields: Object.fromEntries(fields) }
}

/** @returns the rule itself where there is nothing to learn */
function taught(rule: Rule, of: (map: ValueMap) => ReadonlyMap<string, string>): Rule {
  if ('firstOf' in rule) {
    const next = rule.firstOf.map(one => taught(one, of))
    return next.some((one, at) => one !== rule.firstOf[at]) ? { firstOf: next } : rule
  }
  if (!('take' in rule) || !rule.map) return rule
  const { map, values = {} } = rule
  const said = new Set(Object.keys(values).map(plainValue))
  const fresh = [...of(map)].filter(
    ([text]) => !said.has(plainValue(text)) && meaningOf(text, map) === undefined,
  )
  return fresh.length === 0 ? rule : { ...rule, values: { ...Object.fromEntries(fresh), ...values } }
}

/** What was explained of a column, then of others that hold the same codes; of two meanings the one of the first recipe. */
function learned(id: string, map: ValueMap, remembered: readonly Recipe[]): ReadonlyMap<string, string> {
  const here = remembered.map(({ fields }) => fields[id])
  const others = anywhere.has(map) ? remembered.flatMap(({ fields }) => Object.values(fields)) : []
  const takes = [...here, ...others].flatMap(rule => (rule ? takesOf(rule) : []))
  const said = takes.flatMap(take => (take.map === map ? Object.entries(take.values ?? {}) : []))
  return new Map(said.toReversed())
}

function takesOf(rule: Rule): readonly Take[] {
  if ('firstOf' in rule) return rule.firstOf.flatMap(takesOf)
  return 'take' in rule ? [rule] : []
}
