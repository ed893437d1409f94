import { hasHangul, isJapanese } from '@/lib/sheet/schema/writing-systems'

/** The half of a person's name that a heading asks for. */
type NameHalf = 'family' | 'given'

/** Words that mean a half wherever they end a heading, and words that mean it only as a whole word. */
const halfWords: Readonly<
  Record<NameHalf, { readonly ending: RegExp; readonly whole: ReadonlySet<string> }>
> = {
  family: {
    // 옵션속성 and 제품구성 also end in 성, but are not names.
    ending: /(?:姓|苗字|名字|氏|(?<![속구특여남작합생물완수])성|성씨|lastname|familyname|surname)$/,
    whole: new Set(['last', 'family', 'lname', 'sei', 'セイ', 'せい']),
  },
  given: {
    ending: /(?:名|名前|이름|명|firstname|givenname|forename|middlename)$/,
    whole: new Set(['first', 'given', 'fname', 'mei', 'メイ', 'めい', 'middle', 'ミドルネーム']),
  },
}

/** Suffixes such as (2), which only distinguish headings. */
const trailingCounter = /(?<![\s(])[\s(]*(?<!\d)\d+\)?$/

/** The half of a name that a heading asks for. `名` may also be a whole name: it counts beside a family name. */
function halfOf(heading: string): NameHalf | undefined {
  const text = heading
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(trailingCounter, '')
  const bracketed = text.split(/[()[\]{}【】〔〕「」]/u).filter(part => part.trim() !== '')
  for (const half of ['family', 'given'] as const) {
    const { ending, whole } = halfWords[half]
    const isHalf = (part: string) =>
      ending.test(part.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()) ||
      wordsIn(part).some(word => whole.has(word))
    if (bracketed.some(isHalf)) return half
  }
  return undefined
}

/** Words of a heading: `order_sei`, `ship-lname` and `shipFirst` have two each. */
const wordsIn = (text: string): string[] =>
  text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)

/**
 * The place of the family name among columns that are joined into one name.
 * @param headings one per column, in any order
 * @returns undefined if they are not halves of a name, or two could be the family name
 */
export function familyAmong(headings: readonly string[]): number | undefined {
  const halves = headings.map(halfOf)
  const family = halves.indexOf('family')
  const isOne = family !== -1 && halves.lastIndexOf('family') === family
  return isOne && halves.includes('given') ? family : undefined
}

/** Whether a part of a name is written in kanji, kana or Hangul: such names begin with the family name. */
export const isFamilyFirst = (part: string): boolean => isJapanese(part) || hasHangul(part)
