import { useEffect, useState } from 'react'
import { rowPlacesOf } from '@/components/import/controller/skipped-rows'
import type { MissingDefaults } from '@/lib/import/lines/fill/missing-defaults'
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
    const counter = new FileStatusCounter(workbook, report, found =>
      setStatus(before => (before && isSame(before, found) ? before : found)),
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

const isSameMissing = (a: MissingDefaults, b: MissingDefaults): boolean =>
  [...a.empty].join() === [...b.empty].join() &&
  a.columns.join() === b.columns.join() &&
  JSON.stringify(a.items) === JSON.stringify(b.items)

/** A count waits this long after an edit, in milliseconds, so that not every key starts one. */
const DEBOUNCE_MS = 200

/**
 * Keeps the status of a file's lines, after every edit and every answer. A count walks all lines, so none starts while a
 * large change arrives, nor when orders are judged.
 */
export class FileStatusCounter {
  private counted: number | undefined
  private readonly ended = new AbortController()
  private isCounting = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly stop: () => void

  constructor(
    private readonly workbook: Workbook,
    private readonly report: Pick<ImportReport, 'id' | 'skippedOrders' | 'hiddenRows' | 'understood'>,
    private readonly onCounted: (found: FileStatus) => void,
    private readonly pause = DEBOUNCE_MS,
  ) {
    this.stop = workbook.subscribe(() => this.schedule())
    this.schedule()
  }

  end(): void {
    this.ended.abort()
    this.stop()
    clearTimeout(this.timer)
  }

  private schedule(): void {
    if (this.ended.signal.aborted || this.isCounting || this.counted === this.workbook.edition) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.count(), this.pause)
  }

  private async count(): Promise<void> {
    if (this.workbook.isActInProgress) return this.schedule()
    this.isCounting = true
    const { edition } = this.workbook
    const { id, skippedOrders, hiddenRows: unseen, understood } = this.report
    const places = new Set([...rowPlacesOf(skippedOrders), ...unseen])
    const found = await fileStatus(this.workbook, id, exportedBy(understood), places, this.ended.signal)
    this.isCounting = false
    if (this.ended.signal.aborted || !found) return
    this.counted = edition
    this.onCounted(found)
    this.schedule()
  }
}
