import type { RecipeActions } from '@/components/import/controller/use-recipes'
import { useSheetMenu } from '@/components/workbench/source/use-sheet-menu'
import { useDownload } from './use-download'
import { useFiles } from './use-files'
import { useFill } from './use-fill'
import { useMerge } from './use-merge'

interface Deps {
  readonly draft: {
    readonly draftId: string
    readonly name: string
    rename(name: string): void
    /** Saves all edits. @returns whether they are on the server */
    flush(): Promise<boolean>
  }
  readonly mayEdit: boolean
  readonly recipeActions: RecipeActions
}

/** Actions on many lines at once: upload and download files, merge orders, fill blanks; with their menus. */
export function useBulkActions({ draft, mayEdit, recipeActions }: Deps) {
  const merge = useMerge()
  const fill = useFill({ draftId: draft.draftId, flush: draft.flush })
  const menu = useSheetMenu(() => [...merge.acts(), ...fill.acts()])
  const files = useFiles({ draft, mayEdit, recipeActions })
  const download = useDownload({
    draftId: draft.draftId,
    draftName: draft.name,
    importer: files.importer,
    mayReadFiles: mayEdit,
  })
  return {
    files,
    menu,
    /** Actions on the selected lines, for the toolbar. */
    lineActs: () => [...menu.lines(), ...download.acts(), ...files.acts()],
    downloadFailing: download.failing,
    /** The progress of a download. */
    progress: download.progress,
    dialogs: (
      <>
        {fill.dialog}
        {merge.dialog}
      </>
    ),
  }
}
