import type { RecipeActions } from '@/components/import/controller/use-recipes'
import type { SaveDefaults } from '@/components/import/defaults/use-defaults'
import type { WaitingFile } from '@/components/import/entry/use-waiting-file'
import type { MenuAct } from '@/components/ui/overlay/menu'
import { useFiles } from '@/components/workbench/files/use-files'
import { useCellHistory } from '@/components/workbench/history/use-cell-history'
import { type SaveRules, useRemember } from '@/components/workbench/remember/use-remember'
import { useCopyOrderIds } from '@/components/workbench/run/use-copy-order-ids'
import { useSheetMenu } from '@/components/workbench/source/use-sheet-menu'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'
import { useConsolePage } from './use-console-page'
import { useDownload } from './use-download'
import { useFill } from './use-fill'
import { useMerge } from './use-merge'
import { usePackingList } from './use-packing-list'

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
  readonly saveDefaults: SaveDefaults
  readonly saveRules: SaveRules
  /** The connection in use. */
  readonly connection: ConnectionChoice | undefined
  /** Checks the draft. */
  readonly check: () => void
  /** A file that arrived without a person and waits for one. */
  readonly waitingFile: WaitingFile | undefined
}

/** Actions on many lines at once, with their menus: upload and download files, merge orders, fill blanks. */
export function useBulkActions(deps: Deps) {
  const { draft, mayEdit, saveRules } = deps
  const merge = useMerge()
  const files = useFiles(deps)
  const { setDefaults } = files
  const fill = useFill({ draftId: draft.draftId, flush: draft.flush, setDefaults })
  const remember = useRemember({
    draftId: draft.draftId,
    mayEdit,
    importer: files.importer,
    save: saveRules,
    isSavedAsPreset: files.isSavedAsPreset,
  })
  const page = useConsolePage(deps.connection?.consoleLink ?? '')
  const history = useCellHistory({ draft, mayEdit, lineSources: files.lineSources })
  const menu = useSheetMenu({
    cell: history.acts,
    orders: () => [...page.acts(), ...merge.acts(), ...fill.acts(), ...remember.acts()],
  })
  const download = useDownload({
    draftId: draft.draftId,
    draftName: draft.name,
    importer: files.importer,
    mayReadFiles: mayEdit,
  })
  const ids = useCopyOrderIds()
  const packing = usePackingList({ draftId: draft.draftId, flush: draft.flush })
  return {
    files,
    menu,
    /** What can be done to many lines at once, for the menu of the toolbar. */
    acts: (): BulkActs => ({
      download: [...download.acts(), ...ids.acts(), ...packing.acts()],
      orders: merge.acts(),
      fill: fill.acts(),
      files: files.acts(),
    }),
    downloadFailing: download.failing,
    /** The offer to repeat the last correction on every import. */
    offer: remember.offer,
    progress: download.progress,
    dialogs: (
      <>
        {fill.dialog}
        {merge.dialog}
        {remember.dialog}
        {history.dialog}
      </>
    ),
  }
}
