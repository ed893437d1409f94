import { useCallback, useEffect, useRef, useState } from 'react'
import type { Summary } from '@/components/import/controller/state/state'
import { type CancelledReport, cancelledIn } from '@/lib/desk-api/runs/shop-cancellations'
import type { ImportReport } from '@/lib/import/reader/protocol'
import type { CancellationsFound } from '@/lib/ledger/rules/shop-cancellations'

/** What the server found of the orders that a file marks as cancelled; `failed`: it could not be asked. */
export type ReportedCancellations = CancellationsFound | 'failed'

/**
 * Reports the orders that imported files mark as cancelled: the desk keeps those that are queued from being
 * sent, and lists those that were sent already. Each reading of a file is reported once; the desk recognises a
 * file that it knows.
 */
export function useCancelledOrders(draftId: string, summaries: readonly Summary[]) {
  const [found, setFound] = useState<ReadonlyMap<string, ReportedCancellations>>(new Map())
  const reported = useRef(new Set<string>())
  const report = useCallback(
    async ({ report: file }: Summary) => {
      const cancelled = cancelledIn(file)
      if (!cancelled) return
      const result = await send(draftId, cancelled)
      setFound(before => new Map(before).set(keyOf(file), result))
    },
    [draftId],
  )
  useEffect(() => {
    for (const summary of summaries) {
      const key = keyOf(summary.report)
      if (reported.current.has(key)) continue
      reported.current.add(key)
      void report(summary)
    }
  }, [summaries, report])
  return { of: ({ report: file }: Summary) => found.get(keyOf(file)), report }
}

const keyOf = ({ id, reading }: Pick<ImportReport, 'id' | 'reading'>): string => `${id} ${reading}`

/** The longest body that a browser still sends after its page was closed, in characters, with room for the headers. */
const MAX_KEEPALIVE = 30_000

async function send(draftId: string, cancelled: CancelledReport): Promise<ReportedCancellations> {
  const body = JSON.stringify(cancelled)
  try {
    const response = await fetch(`/drafts/${draftId}/cancelled`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      keepalive: body.length < MAX_KEEPALIVE,
    })
    return response.ok ? ((await response.json()) as CancellationsFound) : 'failed'
  } catch {
    return 'failed'
  }
}
