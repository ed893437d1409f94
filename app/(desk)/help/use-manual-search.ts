import { useEffect, useState } from 'react'
import { LatestSearch } from '@/app/(desk)/search/latest-search'
import type { ManualSearchResponse } from '@/lib/desk-api/manual'
import type { Language } from '@/lib/words/languages'

type Items = ManualSearchResponse['items']

interface Found {
  readonly text: string
  readonly items: Items
  readonly isFailed: boolean
}

const nothing: Found = { text: '', items: [], isFailed: false }

/** What the manual has for a text; while newer results are awaited, those of the text before remain. */
export function useManualSearch(
  typed: string,
  language: Language,
): Omit<Found, 'text'> & { readonly isPending: boolean } {
  const text = typed.trim()
  const [found, setFound] = useState(nothing)
  const [search] = useState(
    () =>
      new LatestSearch((wanted, signal) => fetchMatches(wanted, language, signal), {
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

async function fetchMatches(text: string, language: Language, signal: AbortSignal): Promise<Items> {
  const response = await fetch('/help/search', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, language }),
    signal,
  })
  if (!response.ok) throw new Error(`A search of the manual was answered with ${response.status}.`)
  const { items }: ManualSearchResponse = await response.json()
  return items
}
