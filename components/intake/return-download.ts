import { handOut, type Leaving, layoutOf, leadsOf, type Which } from './return-lines'
import type { About, WriteAsk, WriteSaid, Written } from './return-protocol'

/** Handing the lines over is about so much of the whole; writing them is the rest. */
const HANDED = 0.6
/** Progress is told this often at most, in milliseconds: the whole desk is drawn anew by it. */
const OFTEN = 250

/** What went out; nothing, though there are orders: memory was too little, or (`isShop`) rows of the file are not to be had. */
export interface WentOut extends Written {
  readonly orders: number
}

/** Whoever waits for a file. */
export interface Waiting {
  /** From 0 to 1. */
  onProgress(done: number): void
  /** Ends it. */
  readonly signal: AbortSignal
}

/**
 * Writes lines as a workbook to be corrected elsewhere, in a worker: in the shop's own columns where all of them came
 * in the same, else in ours.
 * @returns undefined when it was called off
 */
export async function writeOut(
  leaving: Leaving,
  which: Which,
  about: Omit<About, 'draftId' | 'sheet' | 'from'>,
  { onProgress, signal }: Waiting,
): Promise<WentOut | undefined> {
  const { workbook, draftId } = leaving
  const leads = leadsOf(workbook, which)
  const from = await layoutOf(leaving, leads)
  const worker = new Worker(new URL('./return-worker.ts', import.meta.url), { type: 'module' })
  const tell = (ask: WriteAsk) => worker.postMessage(ask)
  let toldAt = performance.now()
  const progress = (done: number) => {
    if (performance.now() - toldAt < OFTEN) return
    toldAt = performance.now()
    onProgress(done)
  }
  try {
    const written = new Promise<Written>(resolve => {
      const gone = () => resolve({ file: undefined, isShop: false })
      worker.onmessage = ({ data }: MessageEvent<WriteSaid>) => {
        if (data.kind === 'written') resolve(data.written)
        else progress(HANDED + (1 - HANDED) * data.done)
      }
      worker.onmessageerror = gone
      signal.addEventListener('abort', gone)
      worker.onerror = event => {
        event.preventDefault()
        gone()
      }
    })
    const isWhole = await handOut(leaving, leads, from !== undefined, {
      rows: (table, json) => tell({ kind: 'rows', table, json }),
      lines: (lines, sentences, done) => {
        tell({ kind: 'lines', json: JSON.stringify(lines), sentences })
        progress(done * HANDED)
        return !signal.aborted
      },
    })
    if (signal.aborted) return undefined
    if (!isWhole) return { file: undefined, isShop: true, orders: leads.length }
    const { headings, recipe } = from ?? {}
    tell({
      kind: 'write',
      about: {
        ...about,
        draftId,
        sheet: workbook.sheet.id,
        ...(headings && recipe && { from: { headings, recipe } }),
      },
    })
    progress(HANDED)
    const went = await written
    return signal.aborted ? undefined : { ...went, orders: leads.length }
  } finally {
    worker.terminate()
  }
}

/** Gives a file to the browser to be saved. Characters that some system does not take in names become hyphens. */
export function saveAs(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-')
  link.click()
  URL.revokeObjectURL(address)
}
