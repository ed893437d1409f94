import { useEffect } from 'react'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Interval between two searches for passes that have expired, in milliseconds. */
const SEARCH_INTERVAL_MS = 15_000

/**
 * Expires passes of checks that are too old to register by, as the server does.
 * @param age how old a pass may be by the clock of this browser, in milliseconds; undefined until that is known
 */
export function useExpiry(workbook: Workbook, age: number | undefined): void {
  useEffect(() => {
    if (age === undefined) return
    const look = () => workbook.serverFacts.expire(new Date(Date.now() - age).toISOString())
    look()
    const timer = setInterval(look, SEARCH_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [workbook, age])
}
