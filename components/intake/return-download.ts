import { handOut, type Leaving, layoutOf, leadsOf, type Which } from './return-lines'
import type { About, WriteAsk, Written } from './return-protocol'

/** What went out; nothing, though there are orders: memory was too little, or (`isShop`) rows of the file are not to be had. */
export interface WentOut extends Written {
  readonly orders: number
}

/**
 * Writes lines as a workbook to be corrected elsewhere, in a worker: in the shop's own columns where all of them came
 * from one table, else in ours.
 */
export async function writeOut(
  leaving: Leaving,
  which: Which,
  about: Omit<About, 'draftId' | 'sheet' | 'from'>,
): Promise<WentOut> {
  const { workbook, draftId } = leaving
  const leads = leadsOf(workbook, which)
  const from = await layoutOf(leaving, leads)
  const worker = new Worker(new URL('./return-worker.ts', import.meta.url), { type: 'module' })
  const tell = (ask: WriteAsk) => worker.postMessage(ask)
  try {
    const written = new Promise<Written>(resolve => {
      const gone = () => resolve({ bytes: undefined, isShop: false })
      worker.onmessage = ({ data }: MessageEvent<Written>) => resolve(data)
      worker.onmessageerror = gone
      worker.onerror = event => {
        event.preventDefault()
        gone()
      }
    })
    const isWhole = await handOut(leaving, leads, from !== undefined, lines =>
      tell({ kind: 'lines', json: JSON.stringify(lines) }),
    )
    if (!isWhole) return { bytes: undefined, isShop: true, orders: leads.length }
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
    return { ...(await written), orders: leads.length }
  } finally {
    worker.terminate()
  }
}

/** Gives a file to the browser to be saved. Characters that some system does not take in names become hyphens. */
export function saveAs(name: string, bytes: Uint8Array): void {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const address = URL.createObjectURL(new Blob([bytes as BlobPart], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-')
  link.click()
  URL.revokeObjectURL(address)
}
