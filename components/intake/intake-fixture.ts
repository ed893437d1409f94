import { unpackLines } from '@/lib/intake/pack-lines'
import type { Recipe } from '@/lib/intake/recipe'
import { sheets } from '@/lib/sheet/sheets'
import { Workbook } from '@/lib/sheet/workbook'
import type { AfterAll } from './bring-after-all'
import { Intake } from './intake'
import { type OpenFile, WorkerGone } from './open-file'
import { Reader } from './reader'

// Files as a page takes them in, read in the process of the test.

export const NUMBER = 'orderInfo.mallOrderNumber'

/** A file that is read in this very process; `dies`: whatever reads it has gone; `kept`: row 2 of each reading. */
function openHere(
  id: string,
  file: File,
  dies: boolean,
  kept: Map<string, unknown>,
  remembered: Promise<readonly Recipe[]>,
): OpenFile {
  let reader: Reader | undefined
  const known = () => {
    if (!reader || dies) throw new WorkerGone()
    return reader
  }
  return {
    id,
    name: file.name,
    read: async wish => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      reader ??= new Reader({ id, name: file.name, bytes, sheet: 'orders/japan', remembered })
      return known().read(wish)
    },
    lines: async most => {
      const { packed, ...next } = await known().take(most)
      return { lines: unpackLines(packed), ...next }
    },
    aside: async (means, most, isFirst) => {
      const { packed, isLast } = await known().takeAside(means, most, isFirst)
      return { lines: unpackLines(packed), isLast }
    },
    count: async () => {
      const counts = await known().count()
      if (!counts) throw new WorkerGone()
      return counts
    },
    settle: () => known().settle(),
    rows: async (table, numbers) => JSON.stringify(known().rows(table, numbers)),
    excerpt: async () => {
      const excerpt = known().excerpt()
      if (!excerpt) throw new WorkerGone()
      return excerpt
    },
    keep: async () => {
      const { reading, book } = known().result ?? {}
      kept.set(`${id}:${reading}`, book?.tables[0]?.rows.slice(1, 2)[0])
      return { state: 'kept' }
    },
    close: () => undefined,
  }
}

/** @param workbook of a page that was loaded before; @param original what the server keeps */
export function openIntake({
  dying = [] as readonly string[],
  workbook = new Workbook(sheets['orders/japan'], []),
  original = undefined as File | undefined,
  remembered = [] as readonly Recipe[],
} = {}) {
  let made = 0
  const kept = new Map<string, unknown>()
  const told: AfterAll[] = []
  const out: [orders: number, locked: number][] = []
  const intake = new Intake({
    workbook,
    sheet: 'orders/japan',
    newId: () => `file${++made}-`,
    remembered: async () => remembered,
    draftId: () => 'draft',
    commit: () => undefined,
    onBrought: () => undefined,
    onAfterAll: (_, brought) => told.push(brought),
    onTakenOut: (_, __, orders, locked) => out.push([orders, locked]),
    onSettled: () => undefined,
    original: async () => original,
    open: (id, file, known) => openHere(id, file, dying.includes(file.name), kept, known),
  })
  const numbers = () => workbook.draft.order.map(line => workbook.text({ line, column: NUMBER }))
  return { workbook, intake, numbers, kept, told, out }
}

export const fileOf = (content: Uint8Array | string, name = 'orders.csv') =>
  new File([content as BlobPart], name)
