import type { Encoding } from '@/lib/files/book/book'

/** A made-up export that follows the known format: its rows, and the kind of file that the shop writes. */
export type Sample = {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
} & (
  | {
      readonly kind: 'text'
      readonly encoding: Encoding
      readonly delimiter: string
      /** Whether the file begins with a byte order mark. */
      readonly hasMark?: true
    }
  | { readonly kind: 'xlsx' }
)

/** Headings from a comma-separated text. */
export const headingsIn = (list: string): string[] => list.split(',').map(heading => heading.trim())

/** A row by its headings; other cells are blank. @throws for an unknown heading, so that no text is lost */
export function rowBy(headings: readonly string[], texts: Readonly<Record<string, string>>): string[] {
  for (const heading of Object.keys(texts)) {
    if (!headings.includes(heading)) throw new Error(`the sample has no column ${heading}`)
  }
  return headings.map(heading => texts[heading] ?? '')
}
