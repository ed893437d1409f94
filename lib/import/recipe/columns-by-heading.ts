import { columnLetters } from '@/lib/files/book/column-letters'
import type { Headings } from './recipe'

/**
 * The comparison key of a heading: NFKC, which composes Hangul and narrows digits; without invisible
 * characters, blanks, stars and notes in brackets such as (필수); in lower case. A heading that consists of a note keeps
 * its words.
 */
export function plainHeading(heading: string): string {
  const composed = heading
    .normalize('NFKC')
    .replaceAll(/[\s*＊※\p{Cf}]/gu, '')
    .toLowerCase()
  const bare = composed.replaceAll(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】|〔[^〔〕]*〕/g, '')
  return bare === '' ? composed.replaceAll(/[()[\]【】〔〕]/g, '') : bare
}

/** Like `plainHeading`, but with the notes in brackets: 名前(本名) and 名前(ローマ字) are two headings. */
export const fullHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .replaceAll(/[\s*＊※\p{Cf}]/gu, '')
    .toLowerCase()

/**
 * Names for headings that may repeat or be blank: 주소, 주소 become 주소, 주소 (2); a blank one is called by its column
 * letter in brackets, `[C]`.
 */
export function distinctHeadings(headings: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return headings.map((heading, at) => {
    const name = heading.replaceAll(/[\s\p{Cf}]+/gu, ' ').trim() || `[${columnLetters(at)}]`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

/**
 * Notes about how to fill in a column: 주문번호(필수) is 주문번호. Other notes name another column: 名前(ローマ字) is not 名前, and
 * 택배사(주문 기준) is not 택배사.
 */
const formNotes = new Set(
  [
    '필수 필수입력 필수값 필수항목 선택 선택입력 선택사항 조건부필수 입력 숫자 숫자만 텍스트 원 엔 개',
    '必須 必須項目 任意 入力必須 半角 半角数字 半角英数字 全角 円 個 税込',
    'required optional mandatory krw jpy ￦ ₩ ¥',
  ]
    .join(' ')
    .split(' ')
    .map(fullHeading),
)

const bracketedNotes = /\(([^()]*)\)|\[([^[\]]*)\]|【([^【】]*)】|〔([^〔〕]*)〕/g

/** A heading as `fullHeading` spells it, without the notes of forms. */
export function bareHeading(heading: string): string {
  const full = fullHeading(heading)
  return full.replaceAll(bracketedNotes, (all, ...found: (string | undefined)[]) => {
    const note = found.slice(0, 4).find(text => text !== undefined)
    return note !== undefined && formNotes.has(note) ? '' : all
  })
}

/** Finds the columns of a file by their headings, as recipes name them. */
export class ColumnsByHeading {
  private readonly full = new Map<string, number>()
  private readonly bare = new Map<string, number>()

  /** @param headings of the file, one per column */
  constructor(headings: readonly string[]) {
    const distinct = distinctHeadings(headings)
    for (const [at, heading] of headings.entries()) {
      if (heading.trim() === '') continue
      addIfAbsent(this.full, fullHeading(heading), at)
      addIfAbsent(this.bare, bareHeading(heading), at)
    }
    // The second 주소 is named 주소 (2), unless a column has this heading.
    for (const [at, heading] of distinct.entries()) addIfAbsent(this.full, fullHeading(heading), at)
  }

  /** The column (from 0) of the first spelling that the file has; of a repeated heading the first column. */
  find(spellings: Headings): number | undefined {
    for (const spelling of spellings) {
      const at = this.full.get(fullHeading(spelling)) ?? this.bare.get(bareHeading(spelling))
      if (at !== undefined) return at
    }
    return undefined
  }

  /** The columns `prefix1suffix`, `prefix2suffix` and so on, as attributes and options are numbered. */
  findNumbered(most: number, nameOf: (place: number) => Headings): (number | undefined)[] {
    return Array.from({ length: most }, (_, at) => this.find(nameOf(at + 1)))
  }
}

function addIfAbsent(map: Map<string, number>, key: string, at: number): void {
  if (!map.has(key)) map.set(key, at)
}
