import type { SheetId } from '@/lib/sheet/sheets'
import { countedIn } from './counted-in'
import { headingKeys, type Meaning, meaningOf } from './dictionary'
import { halves, parties } from './dictionary-parties'
import { nearMeaning } from './near-heading'

/** What the heading of a file's column says. */
export interface Said {
  /** The column of the sheet; undefined: it is known that it is none of ours. */
  readonly column: string | undefined
  readonly rank: number
  /** The dictionary's own spelling. */
  readonly name: string
  /** Whether the heading is misspelt. */
  readonly isNear: boolean
  /** 1, 2, 3 of 電話番号1, 電話番号2, 電話番号3; 0 without a number. */
  readonly part: number
  /** One half of a person's name, where it says so beyond doubt. */
  readonly half?: 'family' | 'given'
}

/** Columns that files cut into several. */
const cut = /(\.|Japanese)(name|contact|zipCode|address|addressDetail)$/i

/** Reads a heading by the dictionary, then without the number at its end, then as misspelt. */
export function readHeading(heading: string, sheet: SheetId): Said | undefined {
  const half = sheet === 'products' ? undefined : halfOf(heading)
  if (half) return half
  const { base, part } = withoutNumber(heading)
  const noted = notedPart(heading, sheet)
  if (noted) return said(noted, 0)
  const exact = meaningOf(heading, sheet)
  if (exact) return said(exact, 0)
  const numbered = part === 0 ? undefined : meaningOf(lineOf(base), sheet)
  if (numbered) {
    const isOurs = part === 1 || numbered.column === undefined || cut.test(numbered.column)
    return said(isOurs ? numbered : { column: undefined, name: numbered.name }, part)
  }
  const counted = countedMeaning(heading, sheet)
  if (counted) return said(counted, 0)
  const near = nearMeaning(heading, sheet)
  return near && { ...said(near, 0), isNear: true }
}

const said = (meaning: Meaning, part: number): Said => ({
  column: meaning.column,
  rank: meaning.column === undefined ? 0 : meaning.rank,
  name: meaning.name,
  isNear: false,
  part,
})

/** Line 1 alone is a line of the address, and a line of anything else has no number. */
const lineOf = (base: string): string => (headingKeys(base).plain === 'line' ? 'address line' : base)

const places = /(zipCode|state|city|address|addressDetail)$/i

/** 住所1(都道府県): a part of the address, and which of them stands in brackets. */
function notedPart(heading: string, sheet: SheetId): Meaning | undefined {
  const [, before = '', note = ''] = noteBehind.exec(heading.normalize('NFKC').trim()) ?? []
  if (note === '' || meaningOf(before.replace(/\d$/, ''), sheet)?.column !== 'recipient.address')
    return undefined
  const meant = meaningOf(note, sheet)
  return meant?.column !== undefined && places.test(meant.column) ? meant : undefined
}

const noteBehind = /^([^()[\]]+)[([]([^()[\]]+)[)\]]$/

/** What a heading says that also says what its numbers are counted in: Price JPY, 重量kg. A unit in money is a price. */
function countedMeaning(heading: string, sheet: SheetId): Meaning | undefined {
  const counted = countedIn(heading)
  if (!counted || counted.bare === '') return undefined
  const found = meaningOf(counted.bare, sheet)
  if (found || sheet === 'products' || counted.currency === undefined) return found
  return /^(per\s*)?(unit|each|pcs?)$/i.test(counted.bare) ? meaningOf('Unit price', sheet) : undefined
}

const number = /^(.*[^\d])(\d)$/su
const halvesOf: readonly (readonly [RegExp, number])[] = [
  [/[上前]\s*[34]\s*桁?$/, 1],
  [/[下後]\s*[34]\s*桁?$/, 2],
]

function withoutNumber(heading: string): { base: string; part: number } {
  const text = heading
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  const bare = text.replace(/\s*[([]([^()[\]]*)[)\]]$/, ' $1')
  for (const [pattern, part] of halvesOf) {
    if (pattern.test(bare)) return { base: bare.replace(pattern, ''), part }
  }
  const [, base, digit] = number.exec(text) ?? []
  return base === undefined ? { base: text, part: 0 } : { base, part: Number(digit) }
}

function halfOf(heading: string): Said | undefined {
  const { full, plain } = headingKeys(heading)
  return halfNames.get(full) ?? halfNames.get(plain)
}

const columnOf: Readonly<Record<keyof typeof parties, string | undefined>> = {
  recipient: 'recipient.name',
  sender: 'sender.name',
  importer: 'recipient.importerJapaneseName',
  buyer: undefined,
}

/** 送付先姓, shipping last name, 姓: words for half a name that are not also words for a whole one. */
const halfNames: ReadonlyMap<string, Said> = new Map(
  (['ko', 'ja', 'en'] as const).flatMap(language =>
    (['family', 'given'] as const).flatMap(half =>
      halves[half][language].flatMap(word => {
        const alone = ['이름', '名', '名前', '氏'].includes(word) ? [] : entryOf(word, 'recipient', half)
        if (half === 'given' && language !== 'en') return alone
        const owned = (Object.keys(parties) as (keyof typeof parties)[]).flatMap(party =>
          [...parties[party].who[language], ...parties[party].whither[language]].flatMap(name =>
            entryOf(`${name} ${word}`, party, half),
          ),
        )
        return [...alone, ...owned]
      }),
    ),
  ),
)

function entryOf(
  name: string,
  party: keyof typeof parties,
  half: 'family' | 'given',
): (readonly [string, Said])[] {
  const column = columnOf[party]
  const found: Said = { column, rank: 0, name, isNear: false, part: 0, ...(column ? { half } : {}) }
  return [[headingKeys(name).full, found]]
}

/** Whether a heading, which says somebody's name, says the given name where another column says the family's. */
export const isGiven = (heading: string): boolean =>
  [...halves.given.ko, ...halves.given.ja].some(word => headingKeys(heading).plain.endsWith(word))
