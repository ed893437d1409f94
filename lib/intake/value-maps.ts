import { countries, currencies, exportPurposes } from '@/lib/contract/choices'
import { type CodeKind, namesOf } from '@/lib/sheet/choice-names'
import type { ValueMap } from './recipe'

/** The spelling by which values are compared: width, case and outer blanks aside. */
export const plainValue = (text: string): string =>
  text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Names of values by which codes are meant; a name that two codes have means neither. */
function byNames(codes: readonly string[], kind: CodeKind | undefined): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  const unclear = new Set<string>()
  for (const code of codes) {
    for (const name of new Set([code, ...namesOf(code, kind)].map(plainValue))) {
      if (known.has(name)) unclear.add(name)
      known.set(name, code)
    }
  }
  for (const name of unclear) known.delete(name)
  for (const code of codes) known.set(plainValue(code), code)
  return known
}

const units: Readonly<Record<string, readonly string[]>> = {
  g: ['gram', 'grams', '그램', 'グラム', '克'],
  kg: ['kilogram', 'kilograms', 'kgs', '킬로그램', '킬로', 'キログラム', 'キロ', '公斤'],
  lb: ['pound', 'pounds', 'lbs', '파운드', 'ポンド'],
  oz: ['ounce', 'ounces', '온스', 'オンス'],
}

const makers: Readonly<Record<ValueMap, () => ReadonlyMap<string, string>>> = {
  country: () => byNames(countries, 'region'),
  currency: () => byNames(currencies, 'currency'),
  flag: () => byNames(['true', 'false'], undefined),
  purpose: () => byNames(exportPurposes, undefined),
  'weight-unit': () =>
    new Map(Object.entries(units).flatMap(([unit, names]) => [unit, ...names].map(name => [name, unit]))),
}

/** Made when first asked for: names in five languages take some milliseconds. */
const made = new Map<ValueMap, ReadonlyMap<string, string>>()

/** What a value means: JP for 일본, 日本 or Japan, KRW for ￦. @returns undefined where the table does not know it */
export function meaningOf(text: string, map: ValueMap): string | undefined {
  const known = made.get(map) ?? makers[map]()
  made.set(map, known)
  return known.get(plainValue(text))
}
