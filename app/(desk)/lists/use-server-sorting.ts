import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useTransition } from 'react'
import type { ServerSorting } from '@/components/ui/data/data-table'
import { type Sorting, sortingText } from '@/lib/desk-api/sorting'

/** The parts of an address that select a page of a list: another sorting begins at the first page. */
const pages = ['page', 'older', 'newer', 'after']

/** Sorts a list on the server, by the address of its page. @param current the current sorting */
export function useServerSorting(current: Sorting<string>): ServerSorting {
  const path = usePathname()
  const query = useSearchParams()
  const router = useRouter()
  const [, start] = useTransition()
  return {
    ...current,
    onChange: (column, isDescending) => {
      const next = new URLSearchParams(query)
      for (const page of pages) next.delete(page)
      next.set('sort', sortingText({ column, isDescending }))
      start(() => router.push(`${path}?${next}`, { scroll: false }))
    },
  }
}
