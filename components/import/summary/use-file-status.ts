import { useEffect, useState } from 'react'
import { ChangeCounter } from '@/components/import/change-counter'
import { rowPlacesOf } from '@/components/import/controller/lines/skipped-rows'
import { isSameMissing } from '@/lib/import/lines/fill/missing-defaults'
import type { ImportReport } from '@/lib/import/reader/protocol'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { exportedBy, type FileStatus, fileStatus } from './file-status'

/**
 * The status of a file's lines, kept current; undefined until the first count.
 * @param report undefined: there is no file
 */
export function useFileStatus(workbook: Workbook, report: ImportReport | undefined): FileStatus | undefined {
  const [status, setStatus] = useState<FileStatus>()
  useEffect(() => {
    if (!report) return setStatus(undefined)
    const { id, skippedOrders, hiddenRows, mapping } = report
    const places = new Set([...rowPlacesOf(skippedOrders), ...hiddenRows])
    const counter = new ChangeCounter(
      workbook,
      signal => fileStatus(workbook, id, exportedBy(mapping), places, signal),
      found => setStatus(before => (before && isSame(before, found) ? before : found)),
    )
    return () => counter.end()
  }, [workbook, report])
  return status
}

const isSame = (a: FileStatus, b: FileStatus): boolean =>
  a.toReview === b.toReview &&
  a.locked === b.locked &&
  a.present.size === b.present.size &&
  [...a.present].every(place => b.present.has(place)) &&
  a.firstToReview?.line === b.firstToReview?.line &&
  a.firstToReview?.column === b.firstToReview?.column &&
  isSameMissing(a.missing, b.missing)
