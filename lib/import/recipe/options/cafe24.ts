import type { Row, Rows } from '@/lib/files/book/book'
import type { ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import { isZero } from '@/lib/import/recipe/values/decimals'
import {
  axisNameWrites,
  axisValueWrites,
  combinationsOf,
  type Expander,
  imageWrites,
  OPTION_MAX_QUANTITY,
  OPTION_MIN_QUANTITY,
  unreadOptions,
} from './expander'

/** Parses `색상{블랙|화이트}//사이즈{S|M}`; undefined if the text has another form. */
function readCafe24Options(text: string): { name: string; values: string[] }[] | undefined {
  const axes = text.split('//').map(axis => axis.trim())
  const read = axes.map(axis => {
    const [name = '', list, ...more] = axis.replace(/\}$/, '').split('{')
    const isAxis = axis.endsWith('}') && list !== undefined && more.length === 0 && name.trim() !== ''
    const values = (list ?? '').split('|').map(value => value.trim())
    return isAxis ? { name: name.trim(), values: values.filter(value => value !== '') } : undefined
  })
  const all = read.filter(axis => axis !== undefined)
  return all.length === axes.length ? all : undefined
}

/** Cafe24 products: options and images are in one row. */
export function expandCafe24(rows: Rows, columns: ColumnsByHeading): Expander {
  const uses = columns.find(['옵션사용', '옵션사용여부'])
  const options = columns.find(['옵션입력'])
  const main = columns.find(['이미지등록(상세)', '이미지등록(목록)'])
  const more = columns.find(['이미지등록(추가)'])
  const fewest = columns.find(['최소 주문수량(이상)', '최소 주문수량'])
  const most = columns.find(['최대 주문수량(이하)', '최대 주문수량'])
  const at = (row: Row | undefined, column: number | undefined) =>
    column === undefined ? '' : (row?.at(column) ?? '')

  return {
    uses: [uses, options, main, more, fewest, most].flatMap(column => column ?? []),
    expand: group => {
      const [position = 0, ...rest] = group
      const row = rows.at(position)
      const pictures = imageWrites([at(row, main), ...at(row, more).split(/[\s,|]+/)])
      const text = at(row, uses).trim().toUpperCase() === 'N' ? '' : at(row, options)
      const axes = readCafe24Options(text)
      if (!axes)
        return { record: [...pictures, ...unreadOptions(text)], priceRow: position, options: [], rest }
      return {
        record: [
          ...pictures,
          ...axisNameWrites(
            axes.map(({ name }) => name),
            'split',
          ),
        ],
        priceRow: position,
        rest,
        options: combinationsOf(axes.map(({ values }) => values)).map(values => ({
          position,
          writes: [
            ...axisValueWrites(values, 'split'),
            { id: OPTION_MIN_QUANTITY, given: at(row, fewest) },
            // No product has a maximum of 0: the shop writes it for products without a limit.
            { id: OPTION_MAX_QUANTITY, given: isZero(at(row, most)) ? '' : at(row, most) },
          ],
        })),
      }
    },
  }
}
