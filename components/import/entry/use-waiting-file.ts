import { useEffect, useEffectEvent } from 'react'
import { hasLinesOf } from '@/components/import/controller/files/reopen'
import { fetchOriginal } from '@/components/import/controller/files/stored-files'
import type { ImportController } from '@/components/import/controller/import-controller'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** A file that arrived without a person, is stored beside its draft, and waits for one. */
export interface WaitingFile {
  readonly id: string
  readonly name: string
}

/** Imports the file that waits beside a draft when the draft is opened, as if it had been dropped. */
export function useWaitingFile(
  file: WaitingFile | undefined,
  draftId: string,
  workbook: Workbook,
  importer: ImportController,
): void {
  const importWaiting = useEffectEvent((id: string, original: File) => {
    // The operator has imported it, and its original is only just being stored.
    if (!hasLinesOf(workbook, id)) importer.addStoredFile(id, original)
  })
  const { id, name } = file ?? {}
  useEffect(() => {
    if (id === undefined || name === undefined) return
    let isLeft = false
    void fetchOriginal(draftId, id, name).then(original => {
      if (original && !isLeft) importWaiting(id, original)
    })
    return () => {
      isLeft = true
    }
  }, [id, name, draftId])
}
