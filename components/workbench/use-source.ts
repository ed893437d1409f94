import { useMemo } from 'react'
import type { GridSource } from '@/components/grid/source'
import type { ColumnView } from '@/lib/sheet/column-view'
import type { Workbook } from '@/lib/sheet/workbook'
import type { ColumnMenuPlace } from './column-menu'
import { createGridSource, type SheetWords } from './grid-source'
import { readOnly } from './read-only'

/** What the grid asks and does; of who may only look, it changes nothing and says why. */
export function useSource(
  workbook: Workbook,
  view: ColumnView,
  words: SheetWords,
  announce: (sentence: string) => void,
  openMenu: (place: ColumnMenuPlace) => void,
  mayEdit: boolean,
): GridSource {
  return useMemo(() => {
    const made = createGridSource(workbook, view, words, announce, (id, at) => openMenu({ id, at }))
    return mayEdit ? made : readOnly(made, () => announce(words.said('viewer')))
  }, [workbook, view, words, announce, openMenu, mayEdit])
}
