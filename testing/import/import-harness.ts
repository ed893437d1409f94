import { expect } from 'vitest'
import { type OpenFile, WorkerGone } from '@/components/import/controller/files/open-file'
import { ImportController } from '@/components/import/controller/import-controller'
import type { IncludedOrders } from '@/components/import/controller/lines/include-skipped'
import { unpackLines } from '@/lib/import/lines/compact/pack-lines'
import type { SkipState } from '@/lib/import/lines/skipped-orders'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import { Reader } from '@/lib/import/reader/reader'
import type { Recipe } from '@/lib/import/recipe/recipe'
import type { ImportRule } from '@/lib/import/rules/rule'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'

// Files as a page imports them; they are read in the process of the test.

export const NUMBER = 'orderInfo.mallOrderNumber'

/**
 * A file without a worker.
 * @param dies whether its worker has died
 * @param uploaded takes row 2 of each reading
 * @param rules those of the operators now
 */
function openInProcess(
  id: string,
  file: File,
  dies: boolean,
  uploaded: Map<string, unknown>,
  remembered: Promise<readonly Recipe[]>,
  rules: () => readonly ImportRule[],
): OpenFile {
  let reader: Reader | undefined
  const opened = () => {
    if (!reader || dies) throw new WorkerGone()
    return reader
  }
  return {
    id,
    name: file.name,
    read: async options => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      reader ??= new Reader({
        ...{ id, name: file.name, bytes, sheet: 'orders/japan', remembered },
        rules: async () => rules(),
      })
      return opened().read(options)
    },
    nextLines: async limit => {
      const { packed, ...next } = await opened().nextLines(limit)
      return { lines: unpackLines(packed), ...next }
    },
    nextSkippedLines: async (state: SkipState, limit, isFirst) => {
      const { packed, isLast } = await opened().nextSkippedLines(state, limit, isFirst)
      return { lines: unpackLines(packed), isLast }
    },
    counts: async () => opened().counts(),
    markImported: () => opened().markImported(),
    rows: async (table, numbers) => JSON.stringify(opened().rows(table, numbers)),
    excerpt: async () => opened().excerpt(),
    testRules: async rules => opened().testRules(rules),
    upload: async () => {
      const { reading, book } = opened().result ?? {}
      uploaded.set(`${id}:${reading}`, book?.tables[0]?.rows.slice(1, 2)[0])
      return { state: 'kept' }
    },
    close: () => undefined,
  }
}

/**
 * The imports of a page.
 * @param dying names of files whose workers die
 * @param workbook of a page that was open before
 * @param original what the server stores
 */
export function openImports({
  dying = [] as readonly string[],
  workbook = new Workbook(sheets['orders/japan'], []),
  original = undefined as File | undefined,
  remembered = [] as readonly Recipe[],
  rules = (): readonly ImportRule[] => [],
} = {}) {
  let ids = 0
  const uploaded = new Map<string, unknown>()
  const included: IncludedOrders[] = []
  const found: string[] = []
  const removed: [orders: number, locked: number][] = []
  const importer = new ImportController(workbook, 'orders/japan', () => `file${++ids}-`)
  importer.connect({
    rememberedRecipes: async () => remembered,
    draftId: () => 'draft',
    commitEdit: () => undefined,
    onImported: () => undefined,
    onIncluded: (_, result) => included.push(result),
    onRemoved: (_, __, orders, locked) => removed.push([orders, locked]),
    onReadingChanged: () => undefined,
    onFoundImported: name => found.push(name),
    fetchOriginal: async () => original,
    openFile: (id, file, known) => openInProcess(id, file, dying.includes(file.name), uploaded, known, rules),
  })
  const numbers = () => workbook.draft.order.map(line => workbook.text({ line, column: NUMBER }))
  return { workbook, importer, numbers, uploaded, included, removed, found }
}

export const fileOf = (content: Uint8Array | string, name = 'orders.csv') =>
  new File([content as BlobPart], name)

/** Imports a table with the mapping that an operator made. */
export const chooseMapping = (
  importer: ImportController,
  recipe: Recipe,
  { table, header }: { readonly table: number; readonly header: number },
) => importer.chooseOptions({ recipe, table, header })

/** Waits until a condition holds. */
export const until = (isSo: () => boolean): Promise<void> => expect.poll(isSo).toBe(true)

/** Waits until the mapping of a file is asked for. @returns the mapping that was detected */
export async function awaitMapping(importer: ImportController): Promise<DetectedMapping> {
  await until(() => importer.stage.at === 'mapping')
  if (importer.stage.at !== 'mapping') throw new Error('no question was shown')
  return importer.stage.report.mapping
}
