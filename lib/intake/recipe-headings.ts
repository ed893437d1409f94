import type { Headings, Recipe, Rule } from './recipe'

/** The headings that a rule takes texts from. */
export function headingsOfRule(rule: Rule): readonly Headings[] {
  if ('take' in rule) return rule.beside ? [rule.take, rule.beside] : [rule.take]
  if ('join' in rule) return rule.join
  if ('divide' in rule) return 'by' in rule ? [rule.divide, rule.by] : [rule.divide]
  if ('add' in rule) return rule.add
  if ('part' in rule) return rule.of
  return 'firstOf' in rule ? rule.firstOf.flatMap(headingsOfRule) : []
}

/** Every heading that a recipe speaks of. */
export const headingsOfRecipe = ({
  known,
  group,
  apart,
  skip,
  states,
  fields,
}: Recipe): readonly Headings[] => [
  ...known,
  ...(group ? [group] : []),
  ...(apart ? [apart] : []),
  ...(skip?.map(({ heading }) => heading) ?? []),
  ...(states?.map(({ heading }) => heading) ?? []),
  ...Object.values(fields).flatMap(headingsOfRule),
]
