import type { ColumnsByHeading } from './columns-by-heading'
import {
  isDoubtful,
  isPaidLater,
  LONGEST_STATUS,
  payMethods,
  statusHeading,
  statusMeaning,
  subjectOf,
} from './order-status'
import type { Recipe, ShopState, StateAnswer, StateMeaning, StateRule } from './recipe'
import type { Group } from './rows-to-groups'
import type { Rows } from './table'
import { plainValue } from './value-maps'

/** A file has few states; a column with more texts than that holds remarks. */
const MOST = 200

/** What a text says, and whether of its order or of its row. */
interface Said {
  readonly means: StateMeaning
  readonly ofRecord?: true
  /** A day speaks for its own row. */
  readonly isDay?: true
}

/** A column that tells states, made ready for one table. */
interface StateColumn {
  readonly at: number
  /** Whether an operator is asked about texts that nobody knows. */
  readonly asks: boolean
  /** What a text in it says, if anything. */
  readonly says: (text: string) => Said | undefined
}

/** A text of a status column that nobody knows, and the first row that says it, by its position in the table's rows. */
export interface UnknownText {
  readonly heading: string
  readonly text: string
  readonly position: number
}

/** Where two columns differ, the one that is farther left here counts: what was cancelled is, shipped or not. */
const order: readonly ShopState[] = ['cancelled', 'claim', 'shipped', 'unpaid']

/** Says of rows in which state the shop has them. */
export class ShopStates {
  private readonly columns: readonly StateColumn[]
  private readonly payMethod: number | undefined

  constructor(
    { states = [], answers = [] }: Pick<Recipe, 'states' | 'answers'>,
    by: ColumnsByHeading,
    private readonly rows: Rows,
    private readonly headings: readonly string[],
    /** What the name of the table says of all its orders. */
    private readonly ofTable?: ShopState,
  ) {
    const columns = new Map<number, (StateRule | StateAnswer)[]>()
    for (const rule of [...answers, ...states]) {
      const at = by.find(rule.heading)
      if (at !== undefined) columns.set(at, [...(columns.get(at) ?? []), rule])
    }
    this.columns = [...columns].map(([at, rules]) => ({
      at,
      asks: rules.some(rule => 'usual' in rule && rule.usual === 'ask'),
      says: sayerOf(rules, headings[at] ?? ''),
    }))
    this.payMethod = by.find(payMethods)
  }

  /** The state of each row of an order; undefined: of none of them is any known, as of nearly all. */
  of(group: Group): readonly (ShopState | undefined)[] | undefined {
    let states: (ShopState | undefined)[] | undefined = this.ofTable && group.map(() => this.ofTable)
    for (const { at, says } of this.columns) {
      let above: Said | undefined
      for (let i = 0; i < group.length; i++) {
        const text = this.rows.at(group[i] ?? 0)?.at(at) ?? ''
        const said = above && !above.isDay && text.trim() === '' ? above : says(text)
        above = said
        if (!said || said.means === 'open') continue
        if (said.means === 'unpaid' && this.isPaidLater(group)) continue
        states ??= group.map(() => undefined)
        const { means, ofRecord } = said
        for (let on = ofRecord ? 0 : i; on < (ofRecord ? group.length : i + 1); on++) {
          const before = states[on]
          if (before === undefined || order.indexOf(means) < order.indexOf(before)) states[on] = means
        }
      }
    }
    return states
  }

  /** Texts that nobody knows, of columns about which is asked; none of a column with so many that it is no status. */
  unknown(positions: readonly number[]): readonly UnknownText[] {
    return this.columns.flatMap(({ at, asks, says }) => {
      const found = new Map<string, UnknownText>()
      const seen = new Set<string>()
      for (const position of asks ? positions : []) {
        const text = this.rows.at(position)?.at(at) ?? ''
        if (seen.has(text)) continue
        seen.add(text)
        if (text.trim() === '' || says(text)) continue
        const key = spelled(text)
        if (!found.has(key)) found.set(key, { heading: this.headings[at] ?? '', text: text.trim(), position })
        if (found.size > MOST_UNKNOWN || seen.size > MOST || text.length > LONGEST_STATUS) return []
      }
      return [...found.values()]
    })
  }

  private isPaidLater(group: Group): boolean {
    const { payMethod } = this
    return (
      payMethod !== undefined &&
      group.some(position => isPaidLater(this.rows.at(position)?.at(payMethod) ?? ''))
    )
  }
}

/** A column with more texts that nobody knows is no status. */
const MOST_UNKNOWN = 20

/** What texts of a column say by its rules; each text is looked at once. */
function sayerOf(rules: readonly (StateRule | StateAnswer)[], heading: string): StateColumn['says'] {
  const listed = rules.flatMap(rule => ('usual' in rule ? [] : rule))
  const days = listed.find(({ is }) => is === 'dated')
  const usual = rules.find(rule => 'usual' in rule)
  const meant = new Map<string, Said>()
  for (const rule of listed) {
    const { means, is } = rule
    const ofRecord = 'ofRecord' in rule ? rule.ofRecord : undefined
    for (const text of is === 'dated' ? [] : is)
      if (!meant.has(spelled(text))) meant.set(spelled(text), { means, ...(ofRecord && { ofRecord }) })
  }
  const column = statusHeading(heading) ?? { kind: 'status', subject: subjectOf(heading) }
  const usually = (text: string): Said | undefined => {
    const means = usual && statusMeaning(text, column)
    if (!means) return undefined
    return {
      means,
      ...(usual.ofRecord && { ofRecord: true }),
      ...(column.kind === 'cancelled-day' && { isDay: true, ofRecord: true }),
    }
  }
  const day: Said | undefined = days && {
    means: days.means,
    isDay: true,
    ...('ofRecord' in days && days.ofRecord && { ofRecord: true }),
  }
  const listedMost = Math.max(0, ...[...meant.keys()].map(text => text.length + BLANKS))
  const longest = Math.max(days || usual ? LONGEST_STATUS : 0, listedMost)
  const known = new Map<string, Said | null>()
  const read = (text: string): Said | undefined => {
    if (text.trim() === '') return undefined
    const said = text.length <= listedMost ? meant.get(spelled(text)) : undefined
    if (said) return said
    if (day && isDay(text)) return day
    // A column of so many texts holds remarks: only short ones that may call an order off are read on.
    const isRead = known.size < MOST || (text.length <= SHORT && isDoubtful(text))
    return isRead ? usually(text) : undefined
  }
  return text => {
    // Longer texts are no states, and are not spelled out.
    if (text === '' || text.length > longest) return undefined
    const before = known.get(text)
    if (before !== undefined) return before ?? undefined
    const said = read(text)
    if (known.size < MOST) known.set(text, said ?? null)
    return said
  }
}

/** A remark of so few letters may be a status. */
const SHORT = 16

/** Blanks and strokes that may stand in a text beside its letters. */
const BLANKS = 5

const spelled = (text: string): string => plainValue(text).replaceAll(/[\s_-]/g, '')

/** Shops write blanks, strokes or zeros where there is no day. */
const isDay = (text: string): boolean => /[1-9]/.test(text.normalize('NFKC'))
