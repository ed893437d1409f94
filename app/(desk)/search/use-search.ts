import type { SearchItem } from '@/lib/desk-api/search'
import { fetchItems, useLatestSearch } from './use-latest-search'

/** What the whole desk has for what is typed. */
export const useSearch = (typed: string) =>
  useLatestSearch<SearchItem>(typed, (text, signal) => fetchItems('/search', { text }, signal))
