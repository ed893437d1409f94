import type { Encoding } from '@/lib/files/book/book'

/** A made-up export, as faithful as exports are known: its rows, and what kind of file the shop makes of them. */
export type Sample = {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
} & (
  | { readonly kind: 'text'; readonly encoding: Encoding; readonly delimiter: string }
  | { readonly kind: 'xlsx' }
)

/** Headings between commas. */
export const headingsIn = (list: string): string[] => list.split(',').map(heading => heading.trim())

/** A row by its headings; what is not named is blank. @throws on a heading that is none, so that no text gets lost */
export function rowBy(headings: readonly string[], texts: Readonly<Record<string, string>>): string[] {
  for (const heading of Object.keys(texts)) {
    if (!headings.includes(heading)) throw new Error(`the sample has no column ${heading}`)
  }
  return headings.map(heading => texts[heading] ?? '')
}
