import type { IntlCodeKind } from './choice-labels'
import { namesOf } from './choice-names'

/** The spelling by which values are compared: width, case and outer blanks aside. */
export const valueKey = (text: string): string =>
  text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Codes by their names and by themselves, as `valueKey` spells them; a name that two codes share means neither. */
export function codesByName(
  codes: readonly string[],
  kind: IntlCodeKind | undefined,
): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  const unclear = new Set<string>()
  for (const code of codes) {
    for (const name of new Set([code, ...namesOf(code, kind)].map(valueKey))) {
      if (known.has(name)) unclear.add(name)
      known.set(name, code)
    }
  }
  for (const name of unclear) known.delete(name)
  for (const code of codes) known.set(valueKey(code), code)
  return known
}
