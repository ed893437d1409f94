import { useEffect, useState } from 'react'
import type { SearchItem, SearchResponse } from '@/lib/desk-api/search'
import { LatestSearch } from './latest-search'

/** What the desk found for a text. */
interface Found {
  readonly text: string
  readonly items: readonly SearchItem[]
  readonly isFailed: boolean
}

const nothing: Found = { text: '', items: [], isFailed: false }

/**
 * The results of what is typed. While newer ones are awaited, those of the text before remain, so that the list does
 * not flicker; `isPending` says so.
 */
export function useSearch(typed: string): Omit<Found, 'text'> & { readonly isPending: boolean } {
  const text = typed.trim()
  const [found, setFound] = useState(nothing)
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

async function fetchResults(text: string, signal: AbortSignal): Promise<readonly SearchItem[]> {
  const response = await fetch('/search', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
    signal,
  })
  if (!response.ok) throw new Error(`A search was answered with ${response.status}.`)
  const { items }: SearchResponse = await response.json()
  return items
}
