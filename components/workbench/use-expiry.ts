import { useEffect } from 'react'
import type { Workbook } from '@/lib/sheet/workbook'

/** How often is looked for passes that are over, in milliseconds. */
const LOOK = 15_000

/**
 * Takes passes that became too old off the count of what may be registered, as the server will.
 * @param age how old a pass may be by the clock of this browser, in milliseconds; undefined until that is known
 */
export function useExpiry(workbook: Workbook, age: number | undefined): void {
  useEffect(() => {
    if (age === undefined) return
    const look = () => workbook.expire(new Date(Date.now() - age).toISOString())
    look()
    const timer = setInterval(look, LOOK)
    return () => clearInterval(timer)
  }, [workbook, age])
}
