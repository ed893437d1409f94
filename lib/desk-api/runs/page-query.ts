/** Query of a page, as Next passes it. */
export type Query = Readonly<Record<string, string | string[] | undefined>>

/** The position of a row in a sorted list: its sort value and its id. */
export interface PageCursor {
  readonly value: string
  readonly id: string
}

export const cursorText = ({ value, id }: PageCursor): string => `${value}~${id}`

/** A URL with some changed parameters; undefined ones are removed. */
export function withQuery(path: string, query: Query, change: Query): string {
  const all = Object.entries({ ...query, ...change }).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  )
  const text = new URLSearchParams(all).toString()
  return text === '' ? path : `${path}?${text}`
}
