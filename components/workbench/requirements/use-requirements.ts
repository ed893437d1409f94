import { useCallback, useEffect, useRef, useState } from 'react'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'
import type { SheetRequirements } from '@/lib/desk-api/connections/requirements'

const NONE: SheetRequirements = { requirements: [], suggestions: [] }

/**
 * Judges the sheet by what the connection in use requires, and keeps that up to date.
 * @returns what is known, and reads it again
 */
export function useRequirements(connection: ConnectionChoice | undefined) {
  const { workbook } = useWorkbench()
  const sheetId = workbook.sheet.id
  /** What was read since the page was loaded, by connection. */
  const [read, setRead] = useState<Readonly<Record<string, SheetRequirements>>>({})
  const connectionId = connection?.id ?? ''
  const known =
    read[connectionId] ??
    (connection ? { requirements: connection.requirements, suggestions: NONE.suggestions } : NONE)
  const { requirements } = known
  const name = connection?.name ?? ''
  useEffect(() => workbook.serverFacts.setRequirements(requirements, name), [workbook, requirements, name])

  const latest = useRef(0)
  const refresh = useCallback(async () => {
    if (connectionId === '') return
    latest.current++
    const request = latest.current
    const found = await readRequirements(connectionId, sheetId)
    // An older response must not replace a newer one.
    if (found && request === latest.current) setRead(before => ({ ...before, [connectionId]: found }))
  }, [connectionId, sheetId])
  useEffect(() => {
    refresh()
    const look = () => {
      if (document.visibilityState === 'visible') refresh()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [refresh])
  return { known, refresh }
}

/** @returns undefined when no response came: what is known stays */
async function readRequirements(connectionId: string, sheet: string): Promise<SheetRequirements | undefined> {
  const address = `/connections/${encodeURIComponent(connectionId)}/requirements?sheet=${encodeURIComponent(sheet)}`
  try {
    const response = await fetch(address, { cache: 'no-store' })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
