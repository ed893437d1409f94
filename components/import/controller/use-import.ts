import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { onPendingFiles, takePendingFiles } from '@/components/import/entry/pending-files'
import type { LineId } from '@/lib/sheet/schema/line'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import type { ImportHost } from './effects'
import { openFile } from './files/open-file'
import { fetchOriginal } from './files/stored-files'
import { ImportController } from './import-controller'

interface ImportOptions extends Omit<ImportHost, 'openFile' | 'fetchOriginal'> {
  readonly workbook: Workbook
  readonly sheet: SheetId
  readonly newId: () => LineId
}

/** Imports files into a sheet, and renders its component again whenever the state of the import changes. */
export function useImport({ workbook, sheet, newId, ...host }: ImportOptions): ImportController {
  const controller = useMemo(() => new ImportController(workbook, sheet, newId), [workbook, sheet, newId])
  useSyncExternalStore(
    controller.subscribe,
    () => controller.state,
    () => controller.state,
  )
  const rememberedRecipes = useEffectEvent(() => host.rememberedRecipes())
  const draftId = useEffectEvent(() => host.draftId())
  const commitEdit = useEffectEvent(() => host.commitEdit())
  const onImported = useEffectEvent<ImportHost['onImported']>((...all) => host.onImported(...all))
  const onIncluded = useEffectEvent<ImportHost['onIncluded']>((...all) => host.onIncluded(...all))
  const onRemoved = useEffectEvent<ImportHost['onRemoved']>((...all) => host.onRemoved(...all))
  const onReadingChanged = useEffectEvent(() => host.onReadingChanged())
  const onFoundImported = useEffectEvent((file: string) => host.onFoundImported(file))
  useEffect(() => {
    const disconnect = controller.connect({
      rememberedRecipes: () => rememberedRecipes(),
      draftId: () => draftId(),
      commitEdit: () => commitEdit(),
      onImported: (...all) => onImported(...all),
      onIncluded: (...all) => onIncluded(...all),
      onRemoved: (...all) => onRemoved(...all),
      onReadingChanged: () => onReadingChanged(),
      onFoundImported: file => onFoundImported(file),
      fetchOriginal: (id, name) => fetchOriginal(draftId(), id, name),
      openFile: (id, file, remembered, onProgress) => openFile(id, file, sheet, remembered, onProgress),
    })
    // In development React mounts a page twice: only the second mount takes the files.
    const takeFiles = () => {
      const files = takePendingFiles(window.location.pathname)
      if (files.length > 0) controller.addFiles(files)
    }
    const timer = setTimeout(takeFiles, 0)
    const stopTaking = onPendingFiles(takeFiles)
    const unsubscribe = workbook.subscribe(() => controller.onSheetChanged())
    return () => {
      clearTimeout(timer)
      stopTaking()
      unsubscribe()
      disconnect()
    }
  }, [controller, sheet, workbook])
  return controller
}
