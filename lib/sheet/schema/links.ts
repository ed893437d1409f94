import type { Column } from './columns'
import { entriesOf } from './kinds'

/** An entry of a cell of addresses. */
export interface Link {
  readonly text: string
  /** The address; undefined for an entry that is not an http or https address. */
  readonly address: string | undefined
}

/** The address as a browser would open it; undefined for anything but http and https. */
export function addressOf(text: string): string | undefined {
  const bare = text.trim()
  if (!/^https?:\/\//i.test(bare) || !URL.canParse(bare)) return undefined
  return new URL(bare).href
}

/** The addresses in a cell: each entry of a list, else the whole text. */
export function linksOf(column: Column, text: string): Link[] {
  const entries = column.kind === 'list' ? entriesOf(text) : [text.trim()].filter(entry => entry !== '')
  return entries.map(entry => ({ text: entry, address: addressOf(entry) }))
}

/** Whether a column holds addresses of images. The contract names every such field like this. */
export const isImage = (column: Column): boolean => column.url && /images?(url)?$/i.test(column.id)

/** The addresses in a text that a browser may be asked to show as images. */
export const imagesIn = (text: string): string[] =>
  entriesOf(text).filter(entry => /^https?:\/\//i.test(entry) && URL.canParse(entry))
