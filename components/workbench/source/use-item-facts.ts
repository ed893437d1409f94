import { useEffect } from 'react'
import type { ItemFacts } from '@/lib/sheet/judge/plausibility/item-facts'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { type FindItemFacts, ItemFactsSearch } from './item-facts-search'

/** Has the orders of a workbook judged by what the shop knows of their items, and keeps that up to date. */
export function useItemFacts(workbook: Workbook): void {
  useEffect(() => {
    if (workbook.sheet.recordType !== 'order') return
    const search = new ItemFactsSearch(workbook, findItemFacts)
    search.start()
    const look = () => {
      if (document.visibilityState === 'visible') search.again()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      search.stop()
    }
  }, [workbook])
}

const findItemFacts: FindItemFacts = async (codes, signal) => {
  try {
    const response = await fetch('/fill/facts', {
      method: 'POST',
      signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ codes }),
    })
    return response.ok ? ((await response.json()) as Record<string, ItemFacts>) : undefined
  } catch {
    return undefined
  }
}
