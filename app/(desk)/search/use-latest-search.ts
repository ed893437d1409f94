import { useEffect, useState } from 'react'
import { LatestSearch } from './latest-search'

/** What was found for a text. */
interface Found<T> {
  readonly text: string
  readonly items: readonly T[]
  readonly isFailed: boolean
}

/**
 * The results of what is typed. While newer ones are awaited, those of the text before remain, so that the list does
 * not flicker; `isPending` says so.
 * @param fetchResults requests the results of a text; its first value is kept
 */
export function useLatestSearch<T>(
  typed: string,
  fetchResults: (text: string, signal: AbortSignal) => Promise<readonly T[]>,
): Omit<Found<T>, 'text'> & { readonly isPending: boolean } {
  const text = typed.trim()
  const [found, setFound] = useState<Found<T>>({ text: '', items: [], isFailed: false })
  const [search] = useState(
    () =>
      new LatestSearch(fetchResults, {
        onResult: (of, items) => setFound({ text: of, items, isFailed: false }),
        onFailure: of => setFound({ text: of, items: [], isFailed: true }),
      }),
  )
  useEffect(() => {
    if (text !== '') search.search(text)
    return () => search.cancel()
  }, [text, search])
  if (text === '') return { items: [], isFailed: false, isPending: false }
  return { items: found.items, isFailed: found.isFailed, isPending: found.text !== text }
}

/** Sends a search as JSON by POST and reads its `items`. */
export async function fetchItems<T>(path: string, body: object, signal: AbortSignal): Promise<readonly T[]> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  if (!response.ok) throw new Error(`The response to a search was ${response.status}.`)
  const { items }: { readonly items: readonly T[] } = await response.json()
  return items
}
