import type { ReactNode, RefObject } from 'react'
import type { GridHandle } from '@/components/grid/grid'
import type { GridSource } from '@/components/grid/source'
import type { RecipeActions } from '@/components/intake/use-recipes'
import type { CellAddress } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import type { SheetWords } from './grid-source'
import { useDownload } from './use-download'
import { useFiles } from './use-files'
import { useFill } from './use-fill'
import { useMerge } from './use-merge'
import { useSheetMenu } from './use-sheet-menu'

interface Desk {
  readonly workbook: Workbook
  readonly draft: { readonly draftId: string; readonly name: string; rename(name: string): void }
  readonly grid: RefObject<GridHandle | null>
  readonly source: GridSource
  readonly words: SheetWords
  readonly mayEdit: boolean
  readonly flush: () => Promise<boolean>
  readonly goTo: (cell: CellAddress) => void
  readonly announce: (sentence: string) => void
  readonly recipeActions: RecipeActions
}

/** What is done to lines beyond typing: files come in and go out, orders are merged, blanks filled; and the menus of it. */
export function useWork(desk: Desk) {
  const { workbook, draft, grid, source, words, flush, announce } = desk
  const merge = useMerge(workbook, grid, source, words, announce)
  const fill = useFill({ workbook, grid, source, words, announce, draftId: draft.draftId, flush })
  const menu = useSheetMenu(grid, source, announce, () => [...merge.acts(), ...fill.acts()])
  const files = useFiles(desk)
  const download = useDownload({
    workbook,
    grid,
    source,
    words,
    draft,
    intake: files.intake,
    mayReadFiles: desk.mayEdit,
    announce,
  })
  const dialogs: ReactNode = (
    <>
      {fill.dialog}
      {merge.dialog}
    </>
  )
  return {
    files,
    progress: download.progress,
    menu,
    /** What is done to the selected lines, for the toolbar. */
    lines: () => [...menu.lines(), ...download.acts(), ...files.acts()],
    downloadFailing: download.failing,
    dialogs,
  }
}
