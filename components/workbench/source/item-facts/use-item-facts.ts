import { useEffect } from 'react'
import { sendJson } from '@/components/workbench/requests/send-json'
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

const findItemFacts: FindItemFacts = (codes, signal) =>
  sendJson<Record<string, ItemFacts>>('/fill/facts', { body: { codes }, signal })
