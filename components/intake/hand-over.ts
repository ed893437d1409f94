import type { SheetId } from '@/lib/sheet/sheets'

// A file cannot travel in an address: the page that opens next takes it from here.
let waiting: { readonly sheet: SheetId; readonly files: readonly File[] } | undefined

/** Leaves files for the next draft of a sheet that is opened in this tab. */
export function handOver(sheet: SheetId, files: readonly File[]): void {
  waiting = { sheet, files }
}

/** The files that were left for a draft of this sheet, once. */
export function handedOver(sheet: SheetId): readonly File[] {
  if (waiting?.sheet !== sheet) return []
  const { files } = waiting
  waiting = undefined
  return files
}
