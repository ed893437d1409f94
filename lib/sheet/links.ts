import type { Column } from './columns'
import { entriesOf } from './kinds'

/** An entry of a cell of addresses. */
export interface Link {
  readonly text: string
  /** Where it leads; undefined for what is no http or https address. */
  readonly address: string | undefined
}

/** The address that a text is, as a browser would open it; undefined for anything but http and https. */
export function addressOf(text: string): string | undefined {
  const bare = text.trim()
  if (!/^https?:\/\//i.test(bare) || !URL.canParse(bare)) return undefined
  return new URL(bare).href
}

/** The addresses in a cell: of a list each of its entries, else the whole text. */
export function linksOf(column: Column, text: string): Link[] {
  const entries = column.kind === 'list' ? entriesOf(text) : [text.trim()].filter(entry => entry !== '')
  return entries.map(entry => ({ text: entry, address: addressOf(entry) }))
}
