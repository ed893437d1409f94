import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Goes to the line that the address names (`?line=…`), as links of the search do. */
export function useLinkedLine(sheetId: SheetId, workbook: Workbook, goTo: (cell: CellAddress) => void): void {
  const path = usePathname()
  const line = useSearchParams().get('line')
  const onLink = useEffectEvent((id: string) => {
    // A reload stays where the operator is by then, and the same link works again.
    window.history.replaceState(null, '', path)
    if (workbook.draft.lines.has(id)) goTo({ line: id, column: sheets[sheetId].key })
  })
  useEffect(() => {
    if (line !== null) onLink(line)
  }, [line])
}
