import type { LineChunk } from '@/components/import/controller/lines/import-file'
import type { ReadFailure } from '@/lib/files/book/read-error'
import { unpackLines } from '@/lib/import/lines/compact/pack-lines'
import type { SkipState } from '@/lib/import/lines/skipped-orders'
import type { TableExcerpt } from '@/lib/import/match/table/excerpt'
import type {
  ImportCounts,
  Outline,
  ReadOptions,
  ReadResponse,
  RequestKind,
  RequestOf,
  ResponseTo,
  UploadStatus,
  WorkerNotice,
  WorkerResponse,
} from '@/lib/import/reader/protocol'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { joinChunks, type RoundTripChunk } from '@/lib/import/roundtrip/chunks'
import type { ReimportedFile } from '@/lib/import/roundtrip/read'
import type { ImportRule } from '@/lib/import/rules/rule'
import type { RuleCount } from '@/lib/import/rules/rule-runner'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { takeWorker } from './reader-worker'

/** The result of reading a file. `returned`: the file was downloaded from a draft and comes back. */
export type ReadOutcome =
  | { readonly kind: 'outline'; readonly outline: Outline }
  | { readonly kind: 'returned'; readonly returned: ReimportedFile }
  | { readonly kind: 'failed'; readonly failure: ReadFailure }

/** A row of a file: its number there, and its texts. */
export type FileRow = readonly [number: number, texts: readonly string[]]

/** A file that a worker has open. Every method but `close` rejects with `WorkerGone` once the worker died. */
export interface OpenFile {
  readonly id: string
  readonly name: string
  read(options: ReadOptions): Promise<ReadOutcome>
  nextLines(limit: number): Promise<LineChunk>
  /** The next lines of skipped orders. @param isFirst from the first one on */
  nextSkippedLines(state: SkipState, limit: number, isFirst: boolean): Promise<LineChunk>
  /** Counts all lines; those that were not requested yet are made for it. */
  counts(): Promise<ImportCounts>
  /** Tells the worker that the sheet has what it read last. */
  markImported(): void
  /** @returns JSON of `FileRow`s */
  rows(table: number, numbers: readonly number[]): Promise<string>
  /** @throws WorkerGone also where nothing was read yet */
  excerpt(): Promise<TableExcerpt>
  /** What rules would do with the file. */
  testRules(rules: readonly ImportRule[]): Promise<readonly RuleCount[]>
  /** Sends the original to the server. */
  upload(draftId: string): Promise<UploadStatus>
  /** Ends the worker, and what it does. */
  close(): void
}

/** The worker died: the file took all its memory, or the code of the page is of another version than the server's. */
export class WorkerGone extends Error {
  constructor() {
    super('The worker that read the file is gone.')
  }
}

interface PendingRequest {
  readonly resolve: (response: WorkerResponse) => void
  readonly reject: (error: WorkerGone) => void
}

/**
 * Opens a file in a worker.
 * @param id unique among the files of all drafts
 * @param remembered mappings that operators made before; reading starts without waiting for them
 */
export function openFile(
  id: string,
  file: File,
  sheet: SheetId,
  remembered: Promise<readonly Recipe[]>,
  onProgress: (done: number) => void,
): OpenFile {
  const worker = takeWorker()
  const pending = new Map<number, PendingRequest>()
  let requests = 0
  let isGone = false
  let isOpened = false

  const close = () => {
    isGone = true
    worker.terminate()
    for (const { reject } of pending.values()) reject(new WorkerGone())
    pending.clear()
  }
  worker.onerror = event => {
    event.preventDefault()
    close()
  }
  worker.onmessageerror = close
  worker.onmessage = ({ data: response }: MessageEvent<WorkerResponse>) => {
    if (response.kind === 'progress') return onProgress(response.done)
    pending.get(response.request)?.resolve(response)
    pending.delete(response.request)
  }

  const notify = (notice: WorkerNotice) => {
    if (!isGone) worker.postMessage(notice)
  }
  const send = (request: RequestOf<RequestKind>) =>
    new Promise<WorkerResponse>((resolve, reject) => {
      if (isGone) return reject(new WorkerGone())
      pending.set(request.request, { resolve, reject })
      worker.postMessage(request)
    })
  /** @throws WorkerGone also where the worker could not respond */
  const call = async <K extends RequestKind>(
    request: Omit<RequestOf<K>, 'request'> & { readonly kind: K },
  ): Promise<ResponseTo<K>> => {
    const response = await send({ ...request, request: ++requests } as RequestOf<RequestKind>)
    if (isResponseTo(request.kind, response)) return response
    throw new WorkerGone()
  }

  // A missing list of mappings does not hold up the file.
  remembered.catch(() => []).then(recipes => notify({ kind: 'rememberedRecipes', recipes }))

  const nextChunk = async (): Promise<RoundTripChunk | undefined> => {
    const { json } = await call({ kind: 'nextChunk' })
    return json === undefined ? undefined : JSON.parse(json)
  }
  const outcomeOf = async ({ result }: ReadResponse): Promise<ReadOutcome> => {
    switch (result.kind) {
      case 'outline':
      case 'failed':
        return result
      case 'returned':
        return { kind: 'returned', returned: await joinChunks(result.head, nextChunk) }
    }
  }

  return {
    id,
    name: file.name,
    read: async options => {
      const isFirst = !isOpened
      isOpened = true
      return outcomeOf(
        await (isFirst ? call({ kind: 'open', id, file, sheet, options }) : call({ kind: 'read', options })),
      )
    },
    nextLines: async limit => {
      const { packed, previous, isLast } = await call({ kind: 'lines', limit })
      return {
        lines: unpackLines(packed),
        ...(previous !== undefined && { previous: JSON.parse(previous) as LineChunk['previous'] & {} }),
        isLast,
      }
    },
    nextSkippedLines: async (state, limit, isFirst) => {
      const { packed, isLast } = await call({ kind: 'skippedLines', state, limit, isFirst })
      return { lines: unpackLines(packed), isLast }
    },
    counts: async () => (await call({ kind: 'counts' })).counts,
    markImported: () => notify({ kind: 'imported' }),
    rows: async (table, numbers) => (await call({ kind: 'rows', table, numbers })).json,
    excerpt: async () => (await call({ kind: 'excerpt' })).excerpt,
    testRules: async rules => (await call({ kind: 'testRules', rules })).counts,
    upload: async draftId => (await call({ kind: 'upload', draftId })).status,
    close,
  }
}

const isResponseTo = <K extends RequestKind>(
  kind: K,
  response: WorkerResponse,
): response is WorkerResponse & ResponseTo<K> => response.kind === kind
