import { fetchItems, useLatestSearch } from '@/app/(desk)/search/use-latest-search'
import type { ManualSearchResponse } from '@/lib/desk-api/manual'
import type { Language } from '@/lib/words/locale/languages'

/** What the manual has for what is typed, in a language that does not change. */
export const useManualSearch = (typed: string, language: Language) =>
  useLatestSearch<ManualSearchResponse['items'][number]>(typed, (text, signal) =>
    fetchItems('/help/search', { text, language }, signal),
  )
