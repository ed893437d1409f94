import { distinctHeadings, fullHeading } from './heading'
import type { Headings } from './recipe'

/**
 * Notes that say how a column is to be filled in, and not which column it is: 주문번호(필수) is 주문번호, while
 * 名前(ローマ字) is not 名前, nor 택배사(주문 기준) the 택배사 beside it.
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

const notes = /\(([^()]*)\)|\[([^[\]]*)\]|【([^【】]*)】|〔([^〔〕]*)〕/g

/** A heading as `fullHeading` spells it, without the notes of forms. */
export function bareHeading(heading: string): string {
  const full = fullHeading(heading)
  return full.replaceAll(notes, (all, ...found: (string | undefined)[]) => {
    const note = found.slice(0, 4).find(text => text !== undefined)
    return note !== undefined && formNotes.has(note) ? '' : all
  })
}

/** Finds the columns of a file by their headings, as recipes name them. */
export class ColumnsByHeading {
  private readonly full = new Map<string, number>()
  private readonly bare = new Map<string, number>()

  /** @param headings as they stand in the file, one a column */
  constructor(headings: readonly string[]) {
    const distinct = distinctHeadings(headings)
    for (const [at, heading] of headings.entries()) {
      if (heading.trim() === '') continue
      put(this.full, fullHeading(heading), at)
      put(this.bare, bareHeading(heading), at)
    }
    // 주소 (2) is what the second 주소 is called, unless a column is headed so.
    for (const [at, heading] of distinct.entries()) put(this.full, fullHeading(heading), at)
  }

  /** The column of the first spelling that the file has, from 0; of a heading that stands twice, its first. */
  find(spellings: Headings): number | undefined {
    for (const spelling of spellings) {
      const at = this.full.get(fullHeading(spelling)) ?? this.bare.get(bareHeading(spelling))
      if (at !== undefined) return at
    }
    return undefined
  }

  /** Columns `prefix1suffix`, `prefix2suffix`… as long as there are any: attributes and options are counted so. */
  run(most: number, nameOf: (place: number) => Headings): (number | undefined)[] {
    return Array.from({ length: most }, (_, at) => this.find(nameOf(at + 1)))
  }
}

function put(map: Map<string, number>, key: string, at: number): void {
  if (!map.has(key)) map.set(key, at)
}
