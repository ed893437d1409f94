import type { Row, Rows } from '@/lib/files/book/book'
import type { ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import {
  MAX_STATE_TEXT,
  type Recipe,
  type ShopState,
  type StateAnswer,
  type StateMeaning,
  type StateRule,
  shopStates,
} from '@/lib/import/recipe/recipe'
import {
  isPaidLater,
  isPerItemHeading,
  MAX_REMARK_LENGTH,
  MAX_STATUS_LENGTH,
  mentionsCancellation,
  paymentMethodHeadings,
  statusHeading,
  statusMeaning,
  subjectOf,
} from '@/lib/import/recipe/values/order-status'
import { valueKey } from '@/lib/sheet/schema/choices/codes-by-name'
import type { RowGroup } from './group-rows'

/** Why rows are skipped or reported: their state in the shop, a rule of the operators, or an equal row above them. */
export const skipStates = [...shopStates, 'rule', 'repeated'] as const
export type SkipState = (typeof skipStates)[number]

/**
 * Rows in a state that an operator has to know before shipping. Cancelled and unpaid rows are skipped, and products that
 * the shop does not sell. Shipped rows are imported and reported, because the waybill may be that of the way to the
 * warehouse; so are rows with a requested cancellation, return or exchange.
 */
export interface SkippedOrder {
  readonly means: SkipState
  readonly number: string
  /** Whether these are all rows of the order. */
  readonly isWhole: boolean
  /** Position of its table in the book, and its rows, as the file counts. */
  readonly table: number
  readonly rows: readonly number[]
}

/** The states whose rows are skipped unless the operator includes them. */
export const skippedStates = [
  'cancelled',
  'unpaid',
  'unlisted',
  'rule',
  'repeated',
] as const satisfies readonly SkipState[]

/** Whether rows in this state are skipped unless the operator includes them. */
export const isSkipped = (means: SkipState | undefined): boolean =>
  means !== undefined && skippedMeanings.has(means)

const skippedMeanings: ReadonlySet<SkipState> = new Set(skippedStates)

/** Key of a row within its file: table and row, as in `hiddenColumns.source` behind the file's id. */
export const tableRowKey = (table: number, row: number): string => `${table}:${row}`

/** A file has few states; a column with more texts than that holds remarks. */
const MAX_DISTINCT_TEXTS = 200

/** The meaning of a status text, and whether it applies to the whole order. */
interface StateReading {
  readonly means: StateMeaning
  readonly ofRecord?: true
  /** A date applies only to its own row. */
  readonly isDay?: true
}

/** A status column, prepared for one table. */
interface StateColumn {
  readonly at: number
  /** Whether the operator is asked about unknown texts. */
  readonly asks: boolean
  /** Whether its heading announces a status, so that a long text is one too. */
  readonly isAnnounced: boolean
  /** Whether a blank cell beside a recipient means that nothing happened to its item. */
  readonly isPerItem: boolean
  /** Whether it holds remarks: below the first row of an order a remark is about its own row. */
  readonly isRemark: boolean
  /** The meaning of a text; undefined if it has none. */
  readonly read: (text: string) => StateReading | undefined
  /** The state of an order without a date in any row. */
  readonly undated: ShopState | undefined
}

/** What a table says about the states of its rows beside its status columns. */
export interface StateContext {
  /** The state that the name of the table gives to all its orders. */
  readonly ofTable: ShopState | undefined
  /** Whether a row names a recipient. Rows below it without one leave the texts of their order out, its status too. */
  readonly hasRecipient: (row: Row) => boolean
  /** The shop's number of a row's order; '' if it has none. A parcel may have rows of several orders. */
  readonly numberOf: (row: Row) => string
  /** Whether the groups are products: the state of the first row is that of all. */
  readonly isOfProducts: boolean
}

/** A status text of unknown meaning, and the position of the first row that contains it. */
interface UnknownText {
  readonly heading: string
  readonly text: string
  readonly position: number
}

/** If two columns differ, the first state of this list wins: a cancelled order is cancelled even if it was shipped. */
const statePrecedence: readonly ShopState[] = ['cancelled', 'claim', 'shipped', 'unpaid', 'unlisted']

/** Reads the state of rows in the shop. */
export class ShopStateReader {
  private readonly columns: readonly StateColumn[]
  private readonly payMethod: number | undefined

  constructor(
    { states = [], answers = [] }: Pick<Recipe, 'states' | 'answers'>,
    by: ColumnsByHeading,
    private readonly rows: Rows,
    private readonly headings: readonly string[],
    private readonly context: StateContext,
  ) {
    const columns = new Map<number, (StateRule | StateAnswer)[]>()
    for (const rule of [...answers, ...states]) {
      const at = by.find(rule.heading)
      if ('without' in rule && rule.without && by.find(rule.without) !== undefined) continue
      if (at !== undefined) columns.set(at, [...(columns.get(at) ?? []), rule])
    }
    this.columns = [...columns].map(([at, rules]) => ({
      at,
      asks: rules.some(rule => 'usual' in rule && rule.usual === 'ask'),
      isAnnounced: statusHeading(headings[at] ?? '') !== undefined,
      isPerItem: isPerItemHeading(headings[at] ?? ''),
      isRemark:
        statusHeading(headings[at] ?? '') === undefined &&
        rules.every(rule => 'usual' in rule && rule.usual === 'quiet'),
      read: stateReader(rules, headings[at] ?? ''),
      undated: stateOfUndated(rules),
    }))
    this.payMethod = by.find(paymentMethodHeadings)
  }

  /** The state of each row of an order; undefined if none is known, which is the usual case. */
  of(group: RowGroup): readonly (ShopState | undefined)[] | undefined {
    const { ofTable } = this.context
    let states: (ShopState | undefined)[] | undefined = ofTable && group.map(() => ofTable)
    for (const column of this.columns) {
      const { at, read, undated, isRemark } = column
      if (undated && !group.some(position => isDay(this.rows.at(position)?.at(at) ?? ''))) {
        if (undated === 'unpaid' && this.isPaidLater(group)) continue
        states ??= group.map(() => undefined)
        for (let on = 0; on < group.length; on++) states[on] = winner(states[on], undated)
      }
      let above: { readonly status: StateReading; readonly row: Row } | undefined
      for (let i = 0; i < group.length; i++) {
        const row = this.rows.at(group[i] ?? 0) ?? []
        const text = row.at(at) ?? ''
        const isInherited =
          above && !above.status.isDay && text.trim() === '' && this.inherits(row, above.row, column)
        const status = isInherited ? above?.status : read(text)
        if (!isInherited) above = status && (i === 0 || !isRemark) ? { status, row } : undefined
        if (!status || status.means === 'open') continue
        if (status.means === 'unpaid' && this.isPaidLater(group)) continue
        states ??= group.map(() => undefined)
        const { means, ofRecord } = status
        for (let on = ofRecord ? 0 : i; on < (ofRecord ? group.length : i + 1); on++)
          states[on] = winner(states[on], means)
      }
    }
    if (!this.context.isOfProducts) return states
    const [state] = states ?? []
    return state && group.map(() => state)
  }

  /**
   * Whether a row with a blank status has that of a row above. A row with a recipient has it only of its own order, and
   * only in a column about whole orders.
   */
  private inherits(row: Row, above: Row, { isPerItem }: StateColumn): boolean {
    const { hasRecipient, numberOf } = this.context
    if (!hasRecipient(row)) return true
    if (isPerItem) return false
    const number = numberOf(row)
    return number === '' || number === numberOf(above)
  }

  /**
   * Unknown texts of the columns that the operator is asked about; none of a column with too many texts to be a status,
   * and no long ones where these are too many.
   */
  unknown(positions: readonly number[]): readonly UnknownText[] {
    return this.columns.flatMap(({ at, asks, isAnnounced, read }) => {
      const found = new Map<string, UnknownText>()
      const long = new Map<string, UnknownText>()
      const seen = new Set<string>()
      for (const position of asks ? positions : []) {
        const text = this.rows.at(position)?.at(at) ?? ''
        if (seen.has(text)) continue
        seen.add(text)
        if (text.trim() === '' || read(text)) continue
        const isLong = text.length > MAX_STATUS_LENGTH
        if (isLong && !isAnnounced) return []
        const [key, of] = [textKey(text), isLong ? long : found]
        if (text.length <= MAX_STATE_TEXT && !of.has(key))
          of.set(key, { heading: this.headings[at] ?? '', text: text.trim(), position })
        if (found.size > MAX_UNKNOWN_TEXTS || seen.size > MAX_DISTINCT_TEXTS) return []
      }
      return [...found.values(), ...(long.size > MAX_UNKNOWN_TEXTS ? [] : long.values())]
    })
  }

  private isPaidLater(group: RowGroup): boolean {
    const { payMethod } = this
    return (
      payMethod !== undefined &&
      group.some(position => isPaidLater(this.rows.at(position)?.at(payMethod) ?? ''))
    )
  }
}

const winner = (before: ShopState | undefined, means: ShopState): ShopState =>
  before === undefined || statePrecedence.indexOf(means) < statePrecedence.indexOf(before) ? means : before

function stateOfUndated(rules: readonly (StateRule | StateAnswer)[]): ShopState | undefined {
  const rule = rules.find(one => 'is' in one && one.is === 'undated')
  return rule && 'means' in rule && rule.means !== 'open' ? rule.means : undefined
}

/** A column with more unknown texts is not a status column. */
const MAX_UNKNOWN_TEXTS = 20

/** Compiles the rules of a column to a function that caches each text. */
function stateReader(rules: readonly (StateRule | StateAnswer)[], heading: string): StateColumn['read'] {
  const listed = rules.flatMap(rule => ('usual' in rule ? [] : rule))
  const days = listed.find(({ is }) => is === 'dated')
  const usual = rules.find(rule => 'usual' in rule)
  const statusByText = new Map<string, StateReading>()
  const starts = new Map<string, StateReading>()
  for (const rule of listed) {
    const { means, is } = rule
    const ofRecord = 'ofRecord' in rule ? rule.ofRecord : undefined
    for (const text of typeof is === 'string' ? [] : is) {
      const status = { means, ...(ofRecord && { ofRecord }) }
      if (!statusByText.has(textKey(text))) statusByText.set(textKey(text), status)
      if ('isStart' in rule && rule.isStart) starts.set(textKey(text), status)
    }
  }
  const startOf = (text: string): StateReading | undefined => {
    const key = starts.size > 0 ? textKey(text) : ''
    return [...starts].find(([start]) => key.startsWith(start))?.[1]
  }
  const column = statusHeading(heading) ?? { kind: 'status', subject: subjectOf(heading) }
  const usually = (text: string): StateReading | undefined => {
    const means = usual && statusMeaning(text, column)
    if (!means) return undefined
    return { means, ...(usual.ofRecord && { ofRecord: true }) }
  }
  const day: StateReading | undefined = days && {
    means: days.means,
    isDay: true,
    ...('ofRecord' in days && days.ofRecord && { ofRecord: true }),
  }
  const texts = listed.flatMap(({ is }) => (typeof is === 'string' ? [] : is))
  const longestListed = Math.max(0, ...texts.map(text => text.length + MAX_EXTRA_CHARACTERS))
  const longest = Math.max(
    days || usual ? MAX_STATUS_LENGTH : 0,
    starts.size > 0 ? MAX_STATE_TEXT : 0,
    longestListed,
  )
  const known = new Map<string, StateReading | null>()
  const read = (text: string): StateReading | undefined => {
    if (text.trim() === '') return undefined
    const status =
      (text.length <= longestListed ? statusByText.get(textKey(text)) : undefined) ?? startOf(text)
    if (status) return status
    if (day && isDay(text)) return day
    // A column with so many texts contains remarks: only short ones that mention a cancellation are read.
    const isRead =
      known.size < MAX_DISTINCT_TEXTS || (text.length <= MAX_REMARK_LENGTH && mentionsCancellation(text))
    return isRead ? usually(text) : undefined
  }
  return text => {
    // Longer texts are not statuses and are not analysed.
    if (text === '' || text.length > longest) return undefined
    const before = known.get(text)
    if (before !== undefined) return before ?? undefined
    const status = read(text)
    if (known.size < MAX_DISTINCT_TEXTS) known.set(text, status ?? null)
    return status
  }
}

/** Maximum number of blanks and dashes that a status has more than the listed text. */
const MAX_EXTRA_CHARACTERS = 5

/** Numbers keep their sign: -1 is another code than 1. */
const textKey = (text: string): string =>
  /^-\d+$/.test(text.trim()) ? text.trim() : valueKey(text).replaceAll(/[\s_-]/g, '')

/** Shops write blanks, strokes or zeros for a missing date. */
const isDay = (text: string): boolean => /[1-9]/.test(text.normalize('NFKC'))
