import type { Row, Rows } from '@/lib/files/book/book'
import type { ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import { type RuleValue, textOfValue } from '@/lib/import/recipe/values/compile-rule'
import {
  axisNameWrites,
  axisValueWrites,
  combinationsOf,
  type Expander,
  imageWrites,
  OPTION_PRICE,
  OPTION_STOCK,
  type OptionLine,
  unreadOptions,
} from './expander'

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '')

const listOf = (line: string): string[] => line.split(/[,，]/).map(value => value.trim())

/**
 * Smartstore's bulk products: options are in one row. A 조합형 has one combination per line, with prices,
 * stock and use line by line; a 단독형 the values of one axis per line, which combine freely.
 */
export function expandSmartstore(rows: Rows, columns: ColumnsByHeading): Expander {
  const kind = columns.find(['옵션형태'])
  const names = columns.find(['옵션명'])
  const values = columns.find(['옵션값'])
  const prices = columns.find(['옵션가'])
  const stocks = columns.find(['옵션 재고수량', '옵션재고수량'])
  const used = columns.find(['사용여부', '옵션 사용여부'])
  const main = columns.find(['대표이미지', '대표 이미지 파일명', '대표이미지 파일명'])
  const more = columns.find(['추가이미지', '추가 이미지 파일명', '추가이미지 파일명'])
  const at = (row: Row | undefined, column: number | undefined) =>
    column === undefined ? '' : (row?.at(column) ?? '')

  return {
    uses: [kind, names, values, prices, stocks, used, main, more].flatMap(column => column ?? []),
    expand: group => {
      const [position = 0, ...rest] = group
      const row = rows.at(position)
      const others = at(row, more).split(/[\s,，]+/)
      const pictures = imageWrites([at(row, main), ...others])
      const axes = linesOf(at(row, names)).flatMap(listOf)
      const given = linesOf(at(row, values)).map(listOf)
      const isList = at(row, kind).includes('단독') || given.some(line => line.length !== axes.length)
      const combinations = isList && given.length === axes.length ? combinationsOf(given) : given
      if (axes.length === 0 || combinations.length === 0) {
        const unread = unreadOptions(at(row, names), at(row, values))
        return { record: [...pictures, ...unread], priceRow: position, options: [], rest }
      }
      const [price, stock, use] = [prices, stocks, used].map(column =>
        lineByLine(at(row, column), combinations.length),
      )
      const options = combinations.map(
        (combination, place): OptionLine => ({
          position,
          writes: [
            ...axisValueWrites(combination, 'split'),
            ...cut(OPTION_PRICE, price?.(place)),
            ...cut(OPTION_STOCK, stock?.(place)),
          ],
        }),
      )
      return {
        record: [...pictures, ...axisNameWrites(axes, axes.length > 1 ? 'split' : undefined)],
        priceRow: position,
        rest,
        // The shop does not sell options that it marks as unused.
        options: options.filter((_, place) => textOfValue(use?.(place) ?? '').toUpperCase() !== 'N'),
      }
    },
  }
}

/**
 * The texts of `count` options, one per line; a line may be blank. With another number of lines they cannot be
 * assigned: all cells stay blank and are marked for review.
 */
function lineByLine(text: string, count: number): ((place: number) => RuleValue) | undefined {
  if (text.trim() === '') return undefined
  const all = text.split(/\r?\n/)
  while (all.at(-1)?.trim() === '') all.pop()
  const parts = [all.map(line => line.trim()), linesOf(text)].find(lines => lines.length === count)
  if (!parts) return () => ({ kind: 'split', text: '', of: text, review: true })
  return place => ({ kind: 'split', text: parts[place] ?? '' })
}

const cut = (id: string, given: RuleValue | undefined) => (given === undefined ? [] : [{ id, given }])
