import type { OutgoingLine } from './layout'
import { writeRoundTrip } from './write'
import type {
  ExportedLine,
  WorkbookInfo,
  WriteRequest,
  WriteResponse,
  WrittenWorkbook,
} from './write-protocol'

// Writes a workbook in a worker: many lines take long, and the code is large.
const lines: OutgoingLine[] = []
/** The sentences of lines, by their numbers. */
const sentences: string[] = []
/** The last rows of each table; without any, lines are written in our own columns. */
const tables = new Map<string, ReadonlyMap<number, readonly string[]>>()
const noCells: readonly string[] = []

/** Reports of progress are at least this far apart. */
const PROGRESS_INTERVAL_MS = 200
let reportedAt = 0

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const post = (response: WriteResponse) => self.postMessage(response)
const end = (written: WrittenWorkbook) => post({ kind: 'written', written })

self.onmessage = ({ data: request }: MessageEvent<WriteRequest>) => {
  if (request.kind === 'rows') tables.set(request.table, new Map(JSON.parse(request.json)))
  else if (request.kind === 'lines') {
    for (const sentence of request.sentences) sentences.push(sentence)
    addLines(JSON.parse(request.json))
  }
  // An exception in a worker reaches no handler of the page.
  else write(request.workbook).then(end, () => end({ file: undefined, inShopColumns: false }))
}

function addLines(some: readonly ExportedLine[]): void {
  for (const { row, table = '', messages: numbers, ...exported } of some) {
    const line = { ...exported, messages: numbers.map(number => sentences[number] ?? '') }
    // A line whose row is unknown is written without the row's other cells.
    const cells = tables.size > 0 && row !== undefined ? tables.get(table)?.get(row) : noCells
    lines.push(row === undefined || !cells ? line : { ...line, origin: { row, cells } })
  }
}

function reportProgress(done: number): void {
  const now = performance.now()
  if (now - reportedAt < PROGRESS_INTERVAL_MS) return
  reportedAt = now
  post({ kind: 'progress', done })
}

async function write({ from, ...about }: WorkbookInfo): Promise<WrittenWorkbook> {
  const isShop = from !== undefined && lines.every(({ origin }) => origin !== undefined)
  const bytes = await writeRoundTrip({ ...about, lines, ...(isShop && { from }) }, reportProgress)
  // Bytes would be copied into the page; a blob is not.
  return { file: bytes && new Blob([bytes as BlobPart], { type: XLSX }), inShopColumns: isShop }
}
