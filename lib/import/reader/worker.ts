import { limits, MEGABYTE } from '@/lib/files/book/limits'
import { openPostalTable } from '@/lib/import/lines/fill/postal-table'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { chunksOf, headOf, type RoundTripChunk } from '@/lib/import/roundtrip/chunks'
import { fetchRules, serverLookups } from './lookups'
import type {
  ReadOptions,
  ReadResponse,
  RequestKind,
  RequestOf,
  ResponseTo,
  WorkerRequest,
  WorkerResponse,
} from './protocol'
import { Reader } from './reader'
import { uploadSource } from './upload-source'

// Reads one file. A file that takes too much time or memory harms only this worker, not the page.

const PROGRESS_INTERVAL_MS = 200
/** Lines of one chunk of a file that came back. */
const CHUNK_SIZE = 400

let reader: Reader | undefined
let chunks: Iterator<RoundTripChunk> | undefined
const remembered = Promise.withResolvers<readonly Recipe[]>()

const post = (response: WorkerResponse) => self.postMessage(response)

self.onmessage = ({ data: message }: MessageEvent<WorkerRequest>) => {
  switch (message.kind) {
    case 'rememberedRecipes':
      return remembered.resolve(message.recipes)
    case 'imported':
      return reader?.markImported()
    default:
      // An exception in a worker reaches no handler of the page.
      respond(message).then(post, () => post({ kind: 'broken', request: message.request }))
  }
}

async function respond(message: RequestOf<RequestKind>): Promise<ResponseTo<RequestKind>> {
  const { request } = message
  switch (message.kind) {
    case 'open':
      return { kind: 'open', request, ...(await open(message)) }
    case 'read':
      return { kind: 'read', request, ...(await read(opened(), message.options)) }
    case 'lines': {
      const { packed, previous, isLast } = await opened().nextLines(message.limit)
      return { kind: 'lines', request, packed, previous: previous && JSON.stringify(previous), isLast }
    }
    case 'skippedLines': {
      const { state, limit, isFirst } = message
      return { kind: 'skippedLines', request, ...(await opened().nextSkippedLines(state, limit, isFirst)) }
    }
    case 'counts':
      return { kind: 'counts', request, counts: await opened().counts() }
    case 'nextChunk': {
      const { value, done } = chunks?.next() ?? { done: true }
      return { kind: 'nextChunk', request, json: done ? undefined : JSON.stringify(value) }
    }
    case 'rows':
      return { kind: 'rows', request, json: JSON.stringify(opened().rows(message.table, message.numbers)) }
    case 'excerpt':
      return { kind: 'excerpt', request, excerpt: opened().excerpt() }
    case 'testRules':
      return { kind: 'testRules', request, counts: await opened().testRules(message.rules) }
    case 'upload':
      return { kind: 'upload', request, status: await uploadSource(opened(), message.draftId) }
  }
}

/** @throws Error before a file is open */
function opened(): Reader {
  if (!reader) throw new Error('No file is open.')
  return reader
}

async function open({ id, file, sheet, options }: RequestOf<'open'>): Promise<ReadResponse> {
  if (file.size > limits.fileMegabytes * MEGABYTE)
    return { result: { kind: 'failed', failure: { code: 'too_large', most: limits.fileMegabytes } } }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const lookups = serverLookups(openPostalTable)
  reader = new Reader({
    id,
    name: file.name,
    bytes,
    sheet,
    lookups,
    remembered: remembered.promise,
    rules: fetchRules,
  })
  return read(reader, options)
}

async function read(by: Reader, options: ReadOptions): Promise<ReadResponse> {
  let reportedAt = 0
  const outcome = await by
    .read(options, done => {
      const now = performance.now()
      if (now - reportedAt < PROGRESS_INTERVAL_MS) return
      reportedAt = now
      post({ kind: 'progress', done })
    })
    .catch(
      (): Extract<Awaited<ReturnType<Reader['read']>>, { kind: 'failed' }> => ({
        kind: 'failed',
        failure: { code: 'broken' },
      }),
    )
  if (outcome.kind !== 'returned') return { result: outcome }
  chunks = chunksOf(outcome.returned, CHUNK_SIZE)
  return { result: { kind: 'returned', head: headOf(outcome.returned) } }
}
