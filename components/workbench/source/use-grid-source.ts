import { useEffect, useMemo } from 'react'
import type { GridSource } from '@/components/grid/source'
import type { ColumnView } from '@/lib/sheet/view/columns/column-view'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { createGridSource } from './grid-source'
import { readOnlySource } from './read-only'
import type { OpenColumnMenu } from './words/column-headings'
import type { SheetWords } from './words/sheet-words'

/** The source of the grid. For operators who may only read, it refuses changes and announces why. */
export function useGridSource(
  workbook: Workbook,
  view: ColumnView,
  words: SheetWords,
  announce: (sentence: string) => void,
  openMenu: OpenColumnMenu,
  mayEdit: boolean,
): GridSource {
  const source = useMemo(
    () => createGridSource(workbook, view, words, announce, openMenu),
    [workbook, view, words, announce, openMenu],
  )
  useEffect(() => () => source.dispose(), [source])
  return useMemo(
    () => (mayEdit ? source : readOnlySource(source, () => announce(words.message('viewer')))),
    [source, words, announce, mayEdit],
  )
}
