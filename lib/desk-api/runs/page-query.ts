/** Query of a page, as Next passes it. */
export type Query = Readonly<Record<string, string | string[] | undefined>>

/** The position of a row in a sorted list: its sort value and its id. */
export interface PageCursor {
  readonly value: string
  readonly id: string
}

/** The text of a cursor in a URL. An id has no `~`, a value may have some. */
export const cursorText = ({ value, id }: PageCursor): string => `${value}~${id}`

/** Texts of cursors. PostgreSQL does not accept NUL. */
export const CURSOR_TEXT = /^[^\0]*~[\w-]+$/

/** Reads the text of a cursor, one that `CURSOR_TEXT` matches. */
export function parseCursor(text: string): PageCursor {
  const end = text.lastIndexOf('~')
  return { value: text.slice(0, end), id: text.slice(end + 1) }
}

/** A URL with some changed parameters; undefined ones are removed. */
export function withQuery(path: string, query: Query, change: Query): string {
  const all = Object.entries({ ...query, ...change }).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  )
  const text = new URLSearchParams(all).toString()
  return text === '' ? path : `${path}?${text}`
}
