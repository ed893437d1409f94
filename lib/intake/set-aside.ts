import type { ColumnsByHeading } from './columns-by-heading'
import type { ShopState, StateRule } from './recipe'
import type { Group } from './rows-to-groups'
import type { Rows } from './table'
import { plainValue } from './value-maps'

/**
 * What the shop does not want shipped any more: an order, or items of one. What was cancelled stays out; what it has as
 * shipped comes in and is told, for the waybill may be that of the way to the warehouse.
 */
export interface SetAside {
  readonly means: ShopState
  /** The number of the order. */
  readonly number: string
  /** Whether it is all of the order. */
  readonly isWhole: boolean
  /** Position of its table in the book, and its rows, as the file counts. */
  readonly table: number
  readonly rows: readonly number[]
}

/** Whether what is in a state is left out of the sheet unless somebody brings it in. */
export const staysOut = (means: ShopState | undefined): boolean => means === 'cancelled'

/** Where a row stands in its file: table and row, as `hidden.source` says them behind the id of the file. */
export const asidePlace = (table: number, row: number): string => `${table}:${row}`

/** A file has few states; of one that has many each is read every time. */
const MOST = 1000

/** A column that tells states, made ready for one table. */
interface StateColumn {
  readonly at: number
  /** What a text in it says, if anything. */
  readonly says: (text: string) => StateRule | undefined
}

/** Says of rows in which state the shop has them. What was cancelled counts as that, shipped or not. */
export class ShopStates {
  private readonly columns: readonly StateColumn[]

  constructor(
    rules: readonly StateRule[],
    by: ColumnsByHeading,
    private readonly rows: Rows,
  ) {
    const columns = new Map<number, StateRule[]>()
    for (const rule of rules) {
      const at = by.find(rule.heading)
      if (at !== undefined) columns.set(at, [...(columns.get(at) ?? []), rule])
    }
    this.columns = [...columns].map(([at, said]) => ({ at, says: sayerOf(said) }))
  }

  /** The state of each row of an order; undefined: of none of them is any known, as of nearly all. */
  of(group: Group): readonly (ShopState | undefined)[] | undefined {
    let states: (ShopState | undefined)[] | undefined
    for (const { at, says } of this.columns) {
      let above: StateRule | undefined
      for (let i = 0; i < group.length; i++) {
        const text = this.rows.at(group[i] ?? 0)?.at(at) ?? ''
        const rule = above && above.is !== 'dated' && text.trim() === '' ? above : says(text)
        above = rule
        if (!rule) continue
        states ??= group.map(() => undefined)
        const { means, ofRecord } = rule
        for (let on = ofRecord ? 0 : i; on < (ofRecord ? group.length : i + 1); on++) {
          if (states[on] !== 'cancelled') states[on] = means
        }
      }
    }
    return states
  }
}

/** What texts of a column say by its rules; each text is looked at once. */
function sayerOf(rules: readonly StateRule[]): StateColumn['says'] {
  const meant = new Map<string, StateRule>()
  const days = rules.find(({ is }) => is === 'dated')
  for (const rule of rules) {
    for (const text of rule.is === 'dated' ? [] : rule.is)
      if (meant.get(spelled(text))?.means !== 'cancelled') meant.set(spelled(text), rule)
  }
  const longest = Math.max(days ? LONGEST_DAY : 0, ...[...meant.keys()].map(text => text.length + BLANKS))
  const known = new Map<string, StateRule | null>()
  return text => {
    // Longer texts are no states, and are not spelled out.
    if (text === '' || text.length > longest) return undefined
    const before = known.get(text)
    if (before !== undefined) return before ?? undefined
    const rule = meant.get(spelled(text)) ?? (isDay(text) ? days : undefined)
    if (known.size < MOST) known.set(text, rule ?? null)
    return rule
  }
}

const LONGEST_DAY = 40
/** Blanks and strokes that may stand in a text beside its letters. */
const BLANKS = 5

const spelled = (text: string): string => plainValue(text).replaceAll(/[\s_-]/g, '')

/** Shops write blanks, strokes or zeros where there is no day. */
const isDay = (text: string): boolean => /[1-9]/.test(text.normalize('NFKC'))
