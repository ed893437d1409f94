import { parentPort } from 'node:worker_threads'
import { openPostalTable } from '@/lib/import/lines/fill/postal-table'
import { questionOf } from '@/lib/import/reader/question'
import { Reader } from '@/lib/import/reader/reader'
import { packedRowsOf, sourceTableOf } from '@/lib/import/reader/source-tables'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type {
  CallMessage,
  FileToRead,
  OpenedFile,
  ReplyMessage,
  SourceCalls,
  ThreadCalls,
} from './thread-protocol'

// A thread that reads one file, with the same code as the worker of a page. A file that takes too much time or memory
// harms only this thread. Started by file-import.ts.

/** The sheet that is tried first for a file that names none. */
const FIRST_SHEET: SheetId = 'orders/japan'

let reader: Reader | undefined
let rows: AsyncIterator<ThreadCalls['rows']['out'] & object> | undefined

const calls: {
  [Call in keyof ThreadCalls]: (input: ThreadCalls[Call]['in']) => Promise<ThreadCalls[Call]['out']>
} = {
  open,
  lines: ({ limit }) => opened().nextLines(limit),
  rows: async () => {
    rows ??= allRows()
    const { value, done } = await rows.next()
    return done ? undefined : value
  },
  counts: () => opened().counts(),
}

async function open({ id, name, bytes, sheet }: FileToRead): Promise<OpenedFile> {
  const first = await read({ id, name, bytes }, sheet ?? FIRST_SHEET)
  const isForOtherSheet = first.kind === 'question' && first.question === 'elsewhere'
  return isForOtherSheet && sheet === undefined ? read({ id, name, bytes }, first.sheet) : first
}

async function read(file: Pick<FileToRead, 'id' | 'name' | 'bytes'>, sheet: SheetId): Promise<OpenedFile> {
  const next = new Reader({
    ...file,
    sheet,
    lookups,
    remembered: ask('recipes', { sheet }),
    rules: of => ask('rules', { sheet: of }),
  })
  reader = next
  const outcome = await next.read({})
  if (outcome.kind === 'failed') {
    const { previews: _, ...failure } = { previews: undefined, ...outcome.failure }
    return { kind: 'unreadable', failure, sheet }
  }
  if (outcome.kind === 'returned') return { kind: 'question', question: 'returned', sheet }
  const { outline } = outcome
  const { sheet: filled, recipe } = outline.mapping
  const question = questionOf(outline, {}, sheet)
  if (question === 'empty') return { kind: 'unreadable', failure: { code: 'no_rows' }, sheet }
  if (question) return { kind: 'question', question, sheet: filled }
  // A page offers the other tables beside the imported one. Here they would be missed.
  if (outline.otherTables.some(({ isHidden }) => !isHidden))
    return { kind: 'question', question: 'choosing', sheet: filled }
  const { result } = next
  return {
    kind: 'lines',
    sheet,
    bookKind: outline.kind,
    expected: outline.expected,
    tables: result ? result.tables.map(table => sourceTableOf(table, result)) : [],
    recipeId: recipe.id,
  }
}

async function* allRows() {
  const { result } = opened()
  for (const { table: position } of result?.tables ?? []) {
    for await (const piece of packedRowsOf(result?.book.tables[position])) yield { ...piece, position }
  }
}

/** @throws Error before a file is open */
function opened(): Reader {
  if (!reader) throw new Error('No file is open.')
  return reader
}

const lookups = {
  presets: (sheet: SheetId) => ask('presets', { sheet }),
  codes: () => ask('codes', {}),
  products: (codes: readonly string[]) => ask('products', { codes }),
  postal: openPostalTable,
}

const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
let lastId = 0

/** Asks the server. @throws Error where it could not respond */
function ask<Call extends keyof SourceCalls>(
  call: Call,
  input: SourceCalls[Call]['in'],
): Promise<SourceCalls[Call]['out']> {
  const id = ++lastId
  const response = new Promise<unknown>((resolve, reject) => pending.set(id, { resolve, reject }))
  // A failure is handled where the response is used.
  response.catch(() => undefined)
  parentPort?.postMessage({ call, id, input } satisfies CallMessage)
  return response as Promise<SourceCalls[Call]['out']>
}

parentPort?.on('message', (message: CallMessage | ReplyMessage) => {
  if ('reply' in message) {
    const request = pending.get(message.reply)
    pending.delete(message.reply)
    if (message.failed) request?.reject(new Error('The server did not respond.'))
    else request?.resolve(message.value)
    return
  }
  const handle = calls[message.call as keyof ThreadCalls] as (input: unknown) => Promise<unknown>
  handle(message.input).then(
    value => parentPort?.postMessage({ reply: message.id, value } satisfies ReplyMessage),
    () => parentPort?.postMessage({ reply: message.id, failed: true } satisfies ReplyMessage),
  )
})
