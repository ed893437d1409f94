import type { RecipeActions } from '@/components/import/controller/use-recipes'
import type { MenuAct } from '@/components/ui/menu'
import { useSheetMenu } from '@/components/workbench/source/use-sheet-menu'
import { useDownload } from './use-download'
import { useFiles } from './use-files'
import { useFill } from './use-fill'
import { useMerge } from './use-merge'

/** Acts on many lines by what they are about. */
export type BulkActs = Readonly<Record<'download' | 'orders' | 'fill' | 'files', readonly MenuAct[]>>

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

/** What can be done to many lines at once: upload and download files, merge orders, fill blanks; with the menus of it. */
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
    /** What can be done to many lines at once, for the menu of the toolbar. */
    acts: (): BulkActs => ({
      download: download.acts(),
      orders: merge.acts(),
      fill: fill.acts(),
      files: files.acts(),
    }),
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
