import { type Table, textsAt } from './table'

/** Longer texts are no names of groups. */
const LONGEST = 40

/**
 * The headings of a table as they stand in a row, blank ones at its end left out. Where the row above names groups, a
 * heading that stands there twice has its group before it (받는사람 이름, 상품 이름), and a blank one is what stands above it.
 * @param header position of the row; -1: there is none
 */
export function headingRow({ rows }: Pick<Table, 'rows'>, header: number): readonly string[] {
  const row = trimmed(textsAt(rows, header))
  const groups = trimmed(textsAt(rows, header - 1))
  if (new Set(groups.filter(isFilled)).size < 2 || groups.some(text => text.length > LONGEST)) return row
  const twice = new Set(row.filter((text, at) => isFilled(text) && row.indexOf(text) !== at))
  return Array.from({ length: Math.max(row.length, groups.length) }, (_, at) => {
    const text = row[at] ?? ''
    if (!isFilled(text)) return groups[at] ?? ''
    const group = twice.has(text) ? groups.slice(0, at + 1).findLast(isFilled) : undefined
    return group === undefined || group === text ? text : `${group.trim()} ${text.trim()}`
  })
}

const isFilled = (text: string): boolean => text.trim() !== ''

const trimmed = (row: readonly string[]): readonly string[] => row.slice(0, row.findLastIndex(isFilled) + 1)
