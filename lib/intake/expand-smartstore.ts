import type { ColumnsByHeading } from './columns-by-heading'
import type { Expander, OptionLine } from './expand'
import { axisNames, axisValues, combinationsOf, images, OPTION_PRICE, OPTION_STOCK } from './option-puts'
import { type Given, textOf } from './rules'
import type { Row, Rows } from './table'

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '')

const listOf = (text: string): string[] => text.split(/\s*[,，]\s*/)

/**
 * Smartstore's bulk products: options stand in one row (exports.md, 7). A 조합형 has a combination a line, with prices,
 * stock and whether it is used line by line; a 단독형 the values of an axis a line, which combine freely.
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
      const position = group[0] ?? 0
      const row = rows.at(position)
      const others = at(row, more).split(/[\s,，]+/)
      const pictures = images([at(row, main), ...others])
      const axes = linesOf(at(row, names)).flatMap(listOf)
      const given = linesOf(at(row, values)).map(listOf)
      const isList = at(row, kind).includes('단독') || given.some(line => line.length !== axes.length)
      const combinations = isList && given.length === axes.length ? combinationsOf(given) : given
      if (axes.length === 0 || combinations.length === 0)
        return { record: pictures, priceRow: position, options: [] }
      const [price, stock, use] = [prices, stocks, used].map(column =>
        lineByLine(at(row, column), combinations.length),
      )
      const options = combinations.map(
        (combination, place): OptionLine => ({
          position,
          puts: [
            ...axisValues(combination, 'split'),
            ...cut(OPTION_PRICE, price?.(place)),
            ...cut(OPTION_STOCK, stock?.(place)),
          ],
        }),
      )
      return {
        record: [...pictures, ...axisNames(axes, axes.length > 1 ? 'split' : undefined)],
        priceRow: position,
        // What a shop does not use is not for sale.
        options: options.filter((_, place) => textOf(use?.(place) ?? '').toUpperCase() !== 'N'),
      }
    },
  }
}

/**
 * What a text says of each of `count` options, one a line; a line may be blank. Where it has another number of lines
 * nobody knows which is whose: all stay blank, and are to be looked at.
 */
function lineByLine(text: string, count: number): ((place: number) => Given) | undefined {
  if (text.trim() === '') return undefined
  const all = text.replace(/(?:\s*\r?\n)+\s*$/, '').split(/\r?\n/)
  const said = [all.map(line => line.trim()), linesOf(text)].find(lines => lines.length === count)
  if (!said) return () => ({ kind: 'split', text: '', of: text, review: true })
  return place => ({ kind: 'split', text: said[place] ?? '' })
}

const cut = (id: string, given: Given | undefined) => (given === undefined ? [] : [{ id, given }])
