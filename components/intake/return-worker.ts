import type { OutLine } from '@/lib/intake/return-layout'
import { writeReturn } from '@/lib/intake/return-write'
import type { About, HandedLine, WriteAsk, WriteSaid, Written } from './return-protocol'

/** Workbooks are written here: of many lines that takes long, and its code is large. */
const lines: OutLine[] = []
/** What lines say. */
const sentences: string[] = []
/** Rows that came last, by their tables; none: lines go out in our columns. */
const tables = new Map<string, ReadonlyMap<number, readonly string[]>>()
const none: readonly string[] = []

/** Progress is told this often at most, in milliseconds. */
const OFTEN = 200
let toldAt = 0

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const say = (said: WriteSaid) => self.postMessage(said)
const end = (written: Written) => say({ kind: 'written', written })

self.onmessage = ({ data: ask }: MessageEvent<WriteAsk>) => {
  if (ask.kind === 'rows') tables.set(ask.table, new Map(JSON.parse(ask.json)))
  else if (ask.kind === 'lines') {
    for (const sentence of ask.sentences) sentences.push(sentence)
    take(JSON.parse(ask.json))
  }
  // What is thrown in here would be heard by nobody.
  else write(ask.about).then(end, () => end({ file: undefined, isShop: false }))
}

function take(some: readonly HandedLine[]): void {
  for (const { row, table = '', messages: numbers, ...handed } of some) {
    const line = { ...handed, messages: numbers.map(number => sentences[number] ?? '') }
    // A row that nobody knows any more cannot go out as it was.
    const cells = tables.size > 0 && row !== undefined ? tables.get(table)?.get(row) : none
    lines.push(row === undefined || !cells ? line : { ...line, origin: { row, cells } })
  }
}

function tell(done: number): void {
  const now = performance.now()
  if (now - toldAt < OFTEN) return
  toldAt = now
  say({ kind: 'progress', done })
}

async function write({ from, ...about }: About): Promise<Written> {
  const isShop = from !== undefined && lines.every(({ origin }) => origin !== undefined)
  const bytes = await writeReturn({ ...about, lines, ...(isShop && { from }) }, tell)
  // Bytes would be copied into the page, and a file is not.
  return { file: bytes && new Blob([bytes as BlobPart], { type: XLSX }), isShop }
}
