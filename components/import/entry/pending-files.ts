import type { SheetId } from '@/lib/sheet/schema/sheets'

// A URL cannot carry a file: the page that opens next takes it from here.
let waiting: { readonly sheet: SheetId; readonly files: readonly File[] } | undefined

/** Keeps files for the next draft of a sheet that this tab opens. */
export function leavePendingFiles(sheet: SheetId, files: readonly File[]): void {
  waiting = { sheet, files }
}

/** Returns the files that wait for a draft of this sheet, and forgets them. */
export function takePendingFiles(sheet: SheetId): readonly File[] {
  if (waiting?.sheet !== sheet) return []
  const { files } = waiting
  waiting = undefined
  return files
}
