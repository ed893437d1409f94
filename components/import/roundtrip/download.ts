import type {
  WorkbookInfo,
  WriteRequest,
  WriteResponse,
  WrittenWorkbook,
} from '@/lib/import/roundtrip/write-protocol'
import { type ExportContext, firstLinesOf, type LineSelection, layoutOf, sendLines } from './lines'

/** The share of sending lines in the whole work; writing them is the rest. */
const HANDOVER_SHARE = 0.6
/** Each report of progress renders the workbench, so reports are at least this far apart. */
const PROGRESS_INTERVAL_MS = 250

/**
 * The written workbook with the number of its orders. With orders, an undefined `file` means that memory was
 * insufficient or, if `inShopColumns`, that rows of the original file are unavailable.
 */
export interface Download extends WrittenWorkbook {
  readonly orders: number
}

/** How a caller follows a download. */
export interface DownloadObserver {
  /** From 0 to 1. */
  onProgress(done: number): void
  /** Aborts the download. */
  readonly signal: AbortSignal
}

/**
 * Writes lines to a workbook, in a worker, so that they can be corrected in another program: in the shop's own columns
 * if all lines came in the same ones, else in ours.
 * @returns undefined when the signal aborts
 */
export async function writeDownload(
  context: ExportContext,
  which: LineSelection,
  about: Omit<WorkbookInfo, 'draftId' | 'sheet' | 'from'>,
  { onProgress, signal }: DownloadObserver,
): Promise<Download | undefined> {
  const { workbook, draftId } = context
  const firstLines = firstLinesOf(workbook, which)
  const from = await layoutOf(context, firstLines)
  const worker = new Worker(new URL('../../../lib/import/roundtrip/write-worker.ts', import.meta.url), {
    type: 'module',
  })
  const post = (ask: WriteRequest) => worker.postMessage(ask)
  let reportedAt = performance.now()
  const progress = (done: number) => {
    if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return
    reportedAt = performance.now()
    onProgress(done)
  }
  try {
    const written = new Promise<WrittenWorkbook>(resolve => {
      const gone = () => resolve({ file: undefined, inShopColumns: false })
      worker.onmessage = ({ data }: MessageEvent<WriteResponse>) => {
        if (data.kind === 'written') resolve(data.written)
        else progress(HANDOVER_SHARE + (1 - HANDOVER_SHARE) * data.done)
      }
      worker.onmessageerror = gone
      signal.addEventListener('abort', gone)
      worker.onerror = event => {
        event.preventDefault()
        gone()
      }
    })
    const isWhole = await sendLines(context, firstLines, from !== undefined, {
      rows: (table, json) => post({ kind: 'rows', table, json }),
      lines: (lines, sentences, done) => {
        post({ kind: 'lines', json: JSON.stringify(lines), sentences })
        progress(done * HANDOVER_SHARE)
        return !signal.aborted
      },
    })
    if (signal.aborted) return undefined
    if (!isWhole) return { file: undefined, inShopColumns: true, orders: firstLines.length }
    const { headings, recipe } = from ?? {}
    post({
      kind: 'write',
      workbook: {
        ...about,
        draftId,
        sheet: workbook.sheet.id,
        ...(headings && recipe && { from: { headings, recipe } }),
      },
    })
    progress(HANDOVER_SHARE)
    const result = await written
    return signal.aborted ? undefined : { ...result, orders: firstLines.length }
  } finally {
    worker.terminate()
  }
}

/** Has the browser save a file. Characters that some systems forbid in file names become hyphens. */
export function saveAs(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-')
  link.click()
  URL.revokeObjectURL(address)
}
