import type { ReactNode } from 'react'
import type { Choice, Matches } from '@/lib/sheet/choices'
import type { Column } from '@/lib/sheet/columns'

/** Finds choices of a column. */
export interface ChoiceFinder {
  match(typed: string): Matches
  all(text: string): { readonly choices: readonly Choice[]; readonly at: number }
}

/** The list beside the editor. */
export interface Offer {
  readonly choices: readonly Choice[]
  /** The one that is highlighted; -1 for none. */
  readonly at: number
  /** Whether Enter and Tab take the highlighted one: the operator went there, or typed what it begins with. */
  readonly isTaken: boolean
}

/** What stands beside the editor while a cell is edited. */
export interface Beside {
  readonly column: Column
  readonly text: string
  readonly offer: Offer | undefined
  /** The operator asked by key to be shown what the text leads to. */
  readonly isAsked: boolean
}

/** What helps with the cells of a column beside their text. Whatever it is, the text can always be typed. */
export interface Help {
  /** The same finder for the same column; undefined where any text is as good as another. */
  finder(column: Column): ChoiceFinder | undefined
  /** What is said of the text while it is edited: how long it is, how it is read, what it leads to. */
  note(beside: Beside): ReactNode
  /** The address that a text leads to; undefined where there is none that may be opened. */
  link(column: Column, text: string): string | undefined
}
