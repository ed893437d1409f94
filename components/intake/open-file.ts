import type { Excerpt } from '@/lib/intake/excerpt'
import { unpackLines } from '@/lib/intake/pack-lines'
import type { Recipe, ShopState } from '@/lib/intake/recipe'
import type { Returned } from '@/lib/intake/return-read'
import type { Trouble } from '@/lib/intake/table'
import type { SheetId } from '@/lib/sheet/sheets'
import type { NextLines } from './bring'
import type { Ask, Counts, Kept, Outline, Said, Wish } from './protocol'
import { joined, type ReturnedPiece } from './return-pieces'
import { takeWorker } from './spare-worker'

/** What a file is, what a file of ours says that came back, or why there is none. */
export type Answered =
  | { readonly ok: true; readonly outline: Outline }
  | { readonly ok: true; readonly returned: Returned }
  | { readonly ok: false; readonly trouble: Trouble }

/** A row of a file: its number there, and its texts. */
export type FileRow = readonly [number: number, texts: readonly string[]]

/** A file that is open in a worker. What has been opened is to be closed, and closing breaks off what is under way. */
export interface OpenFile {
  readonly id: string
  readonly name: string
  read(wish: Wish): Promise<Answered>
  lines(most: number): Promise<NextLines>
  /** The next of those that are not to be shipped any more. @param isFirst from the first one on */
  aside(means: ShopState, most: number, isFirst: boolean): Promise<NextLines>
  /** What all lines came to; it takes a while where they were not taken. */
  count(): Promise<Counts>
  /** Says that the sheet has what was read last. */
  settle(): void
  /** @returns JSON of `FileRow`s */
  rows(table: number, numbers: readonly number[]): Promise<string>
  /** @throws WorkerGone also when nothing was read yet */
  excerpt(): Promise<Excerpt>
  keep(draftId: string): Promise<Kept>
  close(): void
}

/** The worker died: the file took all its memory, or the code of the page is of another version than the server's. */
export class WorkerGone extends Error {
  constructor() {
    super('The worker that read the file is gone.')
  }
}

type Waiting = { readonly resolve: (said: Said) => void; readonly reject: (error: WorkerGone) => void }

/** Opens a file. @param id new, and unique among the files of all drafts; @param remembered what operators mapped before */
export function openFile(
  id: string,
  file: File,
  sheet: SheetId,
  remembered: Promise<readonly Recipe[]>,
  onProgress: (done: number) => void,
): OpenFile {
  const worker = takeWorker()
  const waiting = new Map<Said['kind'], Waiting[]>()
  let isGone = false
  let isRead = false

  const end = () => {
    isGone = true
    worker.terminate()
    for (const list of waiting.values()) for (const { reject } of list) reject(new WorkerGone())
    waiting.clear()
  }
  worker.onerror = event => {
    event.preventDefault()
    end()
  }
  worker.onmessageerror = end
  worker.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.kind === 'progress') return onProgress(data.done)
    const kind = data.kind === 'trouble' || data.kind === 'returned' ? 'read' : data.kind
    waiting.get(kind)?.shift()?.resolve(data)
  }

  /** Answers of one kind come in the order in which they were asked for. */
  const ask = <K extends Said['kind']>(question: Ask, kind: K) =>
    new Promise<Said>((resolve, reject) => {
      if (isGone) return reject(new WorkerGone())
      waiting.set(kind, [...(waiting.get(kind) ?? []), { resolve, reject }])
      worker.postMessage(question)
    })

  // Reading begins before it is known what was mapped; what cannot be had is not waited for.
  remembered
    .catch(() => [])
    .then(recipes => {
      const known: Ask = { kind: 'remembered', recipes }
      if (!isGone) worker.postMessage(known)
    })

  const more = async (): Promise<ReturnedPiece | undefined> => {
    const said = await ask({ kind: 'more' }, 'more')
    return said.kind === 'more' && said.json !== undefined ? JSON.parse(said.json) : undefined
  }

  return {
    id,
    name: file.name,
    read: async wish => {
      const question: Ask = isRead ? { kind: 'again', wish } : { kind: 'read', id, file, sheet, wish }
      isRead = true
      const said = await ask(question, 'read')
      if (said.kind === 'read') return { ok: true, outline: said.outline }
      if (said.kind === 'returned') return { ok: true, returned: await joined(said.head, more) }
      return { ok: false, trouble: said.kind === 'trouble' ? said.trouble : { code: 'broken' } }
    },
    lines: async most => {
      const said = await ask({ kind: 'lines', most }, 'lines')
      if (said.kind !== 'lines') return { lines: [], isLast: true }
      const was: { was?: NextLines['was'] } = said.was === undefined ? {} : { was: JSON.parse(said.was) }
      return { lines: unpackLines(said.packed), ...was, isLast: said.isLast }
    },
    aside: async (means, most, isFirst) => {
      const said = await ask({ kind: 'aside', means, most, isFirst }, 'aside')
      if (said.kind !== 'aside') return { lines: [], isLast: true }
      return { lines: unpackLines(said.packed), isLast: said.isLast }
    },
    count: async () => {
      const said = await ask({ kind: 'count' }, 'count')
      if (said.kind === 'count') return said.counts
      throw new WorkerGone()
    },
    settle: () => {
      const question: Ask = { kind: 'settle' }
      if (!isGone) worker.postMessage(question)
    },
    rows: async (table, numbers) => {
      const said = await ask({ kind: 'rows', table, numbers }, 'rows')
      return said.kind === 'rows' ? said.json : '[]'
    },
    excerpt: async () => {
      const said = await ask({ kind: 'excerpt' }, 'excerpt')
      if (said.kind === 'excerpt' && said.excerpt) return said.excerpt
      throw new WorkerGone()
    },
    keep: async draftId => {
      const said = await ask({ kind: 'keep', draftId }, 'kept')
      return said.kind === 'kept' ? said.kept : { state: 'failed' }
    },
    close: end,
  }
}
