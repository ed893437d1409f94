import type { FailureCode, FailureParams } from '@/lib/contract/validation/failures'
import { entriesOf, isBlank } from './kinds'
import type { CellAddress } from './line'
import type { RecordLines, SharedFailure } from './record-lines'

// Rules of products: options are combinations of values on up to three axes.

/** How many axes options may differ in: colour, size and one more. */
export const MAX_AXES = 3

const GROUP = 'productOptionGroup[]'
const OPTION = `${GROUP}.productOption[]`

/** Id of the column of an axis' name. @param axis from 0 */
export const axisNameColumn = (axis: number): string =>
  `${GROUP}.productOptionGroupName[${axis}].productOptionGroupName`

/** Id of the column of an option's value on an axis. @param axis from 0 */
export const axisValueColumn = (axis: number): string =>
  `${OPTION}.productOptionName[${axis}].productOptionName`

/** Id of the column of the option group's type. */
export const GROUP_TYPE_COLUMN = `${GROUP}.productOptionGroupType`

const axes = Array.from({ length: MAX_AXES }, (_, axis) => axis)

/** A name of an axis, or a value of an option on it, in the form of the contract: with the number of the axis. */
interface Entry {
  shopGroupOptionId?: number
  productOptionGroupName?: string
  productOptionName?: string
}
interface Option {
  productOptionName?: Entry[]
}
interface Group {
  productOptionGroupType?: string
  productOptionGroupName?: Entry[]
  productOption?: Option[]
}

/**
 * Completes a product that was read from its lines, in place: numbers its axes, leaves out axes without a name, and the
 * whole group of a product without options.
 */
export function finishProduct(record: Record<string, unknown>): void {
  const [group] = record.productOptionGroup as Group[]
  if (!group) return
  group.productOptionGroupName = numbered(group.productOptionGroupName)
  if (group.productOptionGroupName.length === 0) delete group.productOptionGroupName
  for (const option of group.productOption ?? []) {
    option.productOptionName = numbered(option.productOptionName)
    if (option.productOptionName.length === 0) delete option.productOptionName
  }
  const isBare = group.productOption?.length === 1 && Object.keys(group.productOption[0] ?? {}).length === 0
  if (isBare) delete group.productOption
  if (Object.keys(group).length === 0) delete record.productOptionGroup
}

const numbered = (entries: readonly Entry[] | undefined): Entry[] =>
  (entries ?? []).flatMap((entry, axis) =>
    Object.keys(entry).length === 0 ? [] : [{ shopGroupOptionId: axis + 1, ...entry }],
  )

/** Failures of a product that the contract does not know. */
export function judgeProduct(product: RecordLines): SharedFailure[] {
  return [...judgeAddresses(product), ...judgeOptions(product)]
}

function judgeAddresses({ columns, lines }: RecordLines): SharedFailure[] {
  return columns
    .filter(column => column.url)
    .flatMap(({ id: column, kind }) =>
      lines.flatMap(line => {
        const text = (line.texts[column] ?? '').trim()
        const wrong = (kind === 'list' ? entriesOf(text) : [text]).find(one => one !== '' && !isAddress(one))
        return wrong === undefined ? [] : [at({ line: line.id, column }, 'not_a_url', { value: wrong })]
      }),
    )
}

function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}

/** Whether the lines of a product are its options: a product without options has one line, without their texts. */
export const hasOptions = ({ lines, columns }: Pick<RecordLines, 'lines' | 'columns'>): boolean =>
  lines.length > 1 ||
  lines.some(({ texts }) => columns.some(({ id, scope }) => scope === 'item' && !isBlank(texts[id])))

function judgeOptions(product: RecordLines): SharedFailure[] {
  const { lines } = product
  const items = product.columns.filter(column => column.scope === 'item')
  if (!hasOptions(product)) return []
  const [only] = lines
  if (lines.length === 1 && only && !hasAxes(product)) {
    // The operator decides whether the texts are to be cleared or the options to be named.
    return items
      .filter(({ id }) => !isBlank(only.texts[id]))
      .map(({ id }) => at({ line: only.id, column: id }, 'no_options'))
  }
  return [...judgeAxes(product), ...judgeCombinations(product), ...judgePurchases(product)]
}

/** Whether any axis of a product has a name, or any option a value. */
const hasAxes = ({ lines, textOf }: RecordLines): boolean =>
  axes.some(
    axis =>
      !isBlank(textOf(axisNameColumn(axis))) ||
      lines.some(line => !isBlank(line.texts[axisValueColumn(axis)])),
  )

/** Each option has a value on every named axis, and each axis that options use has a name. */
function judgeAxes({ lines, firstLine, textOf }: RecordLines): SharedFailure[] {
  const named = axes.filter(axis => !isBlank(textOf(axisNameColumn(axis))))
  const used = axes.filter(axis => lines.some(line => !isBlank(line.texts[axisValueColumn(axis)])))
  if (named.length === 0 && used.length === 0) {
    return [at({ line: firstLine, column: axisNameColumn(0) }, 'missing')]
  }
  const nameless = used
    .filter(axis => !named.includes(axis))
    .map(axis => at({ line: firstLine, column: axisNameColumn(axis) }, 'nameless_axis'))
  const valueless = named.flatMap(axis =>
    lines
      .filter(line => isBlank(line.texts[axisValueColumn(axis)]))
      .map(line =>
        at({ line: line.id, column: axisValueColumn(axis) }, 'valueless_axis', {
          axis: textOf(axisNameColumn(axis)).trim(),
        }),
      ),
  )
  return [...nameless, ...valueless]
}

/** No two options are the same combination. */
function judgeCombinations({ lines }: RecordLines): SharedFailure[] {
  const seen = new Set<string>()
  return lines.flatMap(line => {
    const values = axes.map(axis => (line.texts[axisValueColumn(axis)] ?? '').trim())
    if (values.every(value => value === '')) return []
    const key = JSON.stringify(values)
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    const value = values.filter(one => one !== '').join(' / ')
    const column = axisValueColumn(values.findIndex(one => one !== ''))
    return [at({ line: line.id, column }, 'repeated_combination', { value })]
  })
}

const [MINIMUM, MAXIMUM] = ['Min', 'Max'].map(end => `${OPTION}.availablePurchaseQuantity${end}`) as [
  string,
  string,
]

function judgePurchases({ lines, read }: RecordLines): SharedFailure[] {
  return lines.flatMap(line => {
    const [min, max] = [read(line, MINIMUM), read(line, MAXIMUM)]
    const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'bigint'
    if (!isNumber(min) || !isNumber(max) || Number(min) <= Number(max)) return []
    const cells = [MINIMUM, MAXIMUM].map(column => ({ line: line.id, column }))
    return [{ cells, code: 'minimum_above_maximum', params: { min: String(min), max: String(max) } }]
  })
}

const at = (cell: CellAddress, code: FailureCode, params: FailureParams = {}): SharedFailure => ({
  cells: [cell],
  code,
  params,
})
