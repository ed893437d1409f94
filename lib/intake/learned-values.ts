import type { Recipe, Rule } from './recipe'

/**
 * A recipe that also knows the values that operators explained in other mappings: who said once that 닛뽄 is JP is not
 * asked again in another file. What the recipe says itself holds.
 */
export function withLearned(recipe: Recipe, remembered: readonly Recipe[]): Recipe {
  const fields = Object.entries(recipe.fields).map(([id, rule]): [string, Rule] => {
    if (!('take' in rule) || !rule.map) return [id, rule]
    const { map } = rule
    const known = remembered.map(({ fields: said }) => valuesOf(said[id], map))
    const values: Readonly<Record<string, string>> = Object.assign({}, ...known.toReversed(), rule.values)
    return [id, Object.keys(values).length === 0 ? rule : { ...rule, values }]
  })
  return { ...recipe, fields: Object.fromEntries(fields) }
}

const valuesOf = (rule: Rule | undefined, map: string) =>
  rule && 'take' in rule && rule.map === map ? rule.values : undefined
