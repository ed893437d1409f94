import { inChunks, yieldToPaint } from '@/components/import/yield-to-paint'
import { keepTyped } from '@/lib/import/lines/keep-typed'
import { LinesByPlace } from '@/lib/import/reader/lines-by-place'
import { fileRowOf, hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { isMerged, unmergedLines } from '@/lib/sheet/acts/merge-orders'
import { type Draft, ranksAfter } from '@/lib/sheet/draft/draft'
import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'
import type { ChunkedEdit } from '@/lib/sheet/workbook/acts/chunks'
import type { UndoStep } from '@/lib/sheet/workbook/acts/history'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { notInDraft } from './line-ids'

/** The longest task that an import may take in the page, in milliseconds. The size of a chunk follows from it. */
const MAX_TASK_MS = 16
/** Lines of the first chunk: a screen of them. */
const FIRST_CHUNK = 50
/** Smaller chunks cost more for their transport than for their lines. */
const MIN_CHUNK = 250
const MAX_CHUNK = 500
const PROGRESS_INTERVAL_MS = 100
/** Chunks that are requested ahead: while the page paints the first lines, the worker makes some thousands more. */
const PREFETCHED_CHUNKS = 8
/** Lines that one chunk removes. */
const REMOVED_PER_CHUNK = 400

/** A chunk of lines of a file. */
export interface LineChunk {
  readonly lines: readonly Texts[]
  /**
   * Each line as it was when the sheet got it; null where the sheet did not get it. Only for a file that is read
   * another way.
   */
  readonly previous?: readonly (Texts | null)[]
  readonly isLast: boolean
}

/** Where the lines of an import come from. */
export interface LineSource {
  /** @returns the next lines, at most `limit` */
  nextLines(limit: number): Promise<LineChunk>
  /** The expected number of lines, as far as the file shows it. */
  readonly expected: number
}

/** How a file becomes lines. `signal` cancels the import; no line of it stays. */
export interface ImportOptions {
  readonly newId: (texts: Texts) => LineId
  /** Id of the file whose lines are replaced, where it is read another way. */
  readonly replacedFile?: string
  /** @param done from 0 to 1 */
  readonly onProgress: (done: number) => void
  readonly signal: AbortSignal
}

/** What an import changed in the draft. */
export interface ImportResult {
  /** The first imported line; undefined where there was none. */
  readonly firstLine: LineId | undefined
  readonly lines: number
  /** Lines of an earlier reading that stay, because their orders are at the service. */
  readonly lockedLines: number
  /** Cells that keep the text that an operator typed. */
  readonly keptEdits: number
  /** The undo step; undefined where nothing changed. */
  readonly step: UndoStep | undefined
}

/**
 * Imports lines into a draft, below its other lines, as one undo step, in chunks between which the browser paints.
 * Where a file is read another way, its new lines replace its old ones in place.
 * @returns undefined when `signal` aborts; the draft is then as before
 * @throws what `source` throws; the draft is then as before
 */
export async function importLines(
  workbook: Workbook,
  source: LineSource,
  options: ImportOptions,
): Promise<ImportResult | undefined> {
  const act = workbook.performInChunks(null)
  try {
    const result = await addLines(workbook, act, source, options)
    if (result) return { ...result, step: act.end() }
    act.cancel()
    return undefined
  } catch (error) {
    act.cancel()
    throw error
  }
}

async function addLines(
  workbook: Workbook,
  act: ChunkedEdit,
  source: LineSource,
  { newId, replacedFile, onProgress, signal }: ImportOptions,
): Promise<Omit<ImportResult, 'step'> | undefined> {
  const previous =
    replacedFile === undefined ? noPreviousLines() : await previousLines(workbook, replacedFile)
  const placer = new LinePlacer(workbook.draft, previous.removable)
  const edits = await removePrevious(workbook, act, previous)
  let firstLine: LineId | undefined
  let lines = 0
  let limit = MIN_CHUNK
  const prefetcher = new LinePrefetcher(source)
  let reportedAt = 0
  for (let isLast = false; !isLast; ) {
    const chunk = await prefetcher.next(limit)
    if (signal.aborted) return undefined
    const startedAt = performance.now()
    const imported =
      replacedFile === undefined
        ? chunk.lines
        : chunk.lines.flatMap((texts, i) =>
            previous.lockedRows.has(fileRowOf(texts[hiddenColumns.source] ?? ''))
              ? []
              : [edits.applyTo(texts, chunk.previous?.[i] ?? undefined)],
          )
    for (const placed of placer.place(imported, newId)) {
      act.add({ changes: [], inserted: notInDraft(workbook, placed), removed: [] })
      firstLine ??= placed[0]?.id
      lines += placed.length
    }
    isLast = chunk.isLast
    if (isLast || startedAt - reportedAt > PROGRESS_INTERVAL_MS) {
      reportedAt = startedAt
      onProgress(lines / Math.max(1, source.expected))
    }
    limit = performance.now() - startedAt > MAX_TASK_MS ? MIN_CHUNK : MAX_CHUNK
  }
  return { firstLine, lines, lockedLines: previous.lockedRows.size, keptEdits: edits.kept }
}

/** Removes the lines of an earlier reading. @returns what an operator typed into them */
async function removePrevious(
  workbook: Workbook,
  act: ChunkedEdit,
  previous: PreviousLines,
): Promise<EditedCells> {
  // The file has the shop's original orders, so merged orders are unmerged. Lines of other files in them keep their own
  // orders.
  const unmerged = unmergedLines(workbook, previous.merged)
  const staying = [...unmerged.values()].filter(({ id }) => !previous.removableIds.has(id))
  const merged = staying.flatMap(({ id }) => workbook.draft.lines.get(id) ?? [])
  act.add({ changes: [], inserted: staying, removed: merged })
  const edits = new EditedCells()
  for (let at = 0; at < previous.removable.length; at += REMOVED_PER_CHUNK) {
    const removed = previous.removable
      .slice(at, at + REMOVED_PER_CHUNK)
      .flatMap(line => stillRemovable(workbook, line.id, previous.lockedRows))
    edits.remember(removed.map(line => unmerged.get(line.id) ?? line))
    act.add({ changes: [], inserted: [], removed })
    await yieldToPaint()
  }
  return edits
}

/** Requests chunks before they are needed, so that the worker never waits for the page. */
class LinePrefetcher {
  private readonly requested: Promise<LineChunk>[] = []
  private hasStarted = false

  constructor(private readonly source: LineSource) {}

  /** @param limit size of the chunks that are requested now; they are returned by later calls */
  async next(limit: number): Promise<LineChunk> {
    if (!this.hasStarted) this.request(FIRST_CHUNK)
    this.hasStarted = true
    while (this.requested.length <= PREFETCHED_CHUNKS) this.request(limit)
    return (await this.requested.shift()) ?? { lines: [], isLast: true }
  }

  private request(limit: number): void {
    const lines = this.source.nextLines(limit)
    // A cancelled import closes the file, and nothing awaits the chunks that were still requested.
    lines.catch(() => undefined)
    this.requested.push(lines)
  }
}

/** The texts that operators typed into replaced lines. */
class EditedCells {
  /** Cells that kept it. */
  kept = 0
  private readonly removed = new LinesByPlace()

  remember(lines: readonly Line[]): void {
    for (const { texts } of lines) this.removed.add(texts)
  }

  /** @param read the line as the file has it now; @param previous the line as an earlier reading had it */
  applyTo(read: Texts, previous: Texts | undefined): Texts {
    const edited = this.removed.take(read)
    if (!edited || !previous) return read
    const { texts, cells } = keepTyped(previous, edited, read)
    this.kept += cells
    return texts
  }
}

/** The lines that an earlier reading of a file imported. */
interface PreviousLines {
  readonly removable: readonly Line[]
  readonly removableIds: ReadonlySet<LineId>
  /** The lines that were merged with lines of other orders. */
  readonly merged: readonly LineId[]
  /** Rows of the file whose lines are at the service, and stay. */
  readonly lockedRows: Set<string>
}

const noPreviousLines = (): PreviousLines => ({
  removable: [],
  removableIds: new Set(),
  merged: [],
  lockedRows: new Set(),
})

async function previousLines(workbook: Workbook, file: string): Promise<PreviousLines> {
  const removable: Line[] = []
  const removableIds = new Set<LineId>()
  const merged: LineId[] = []
  const lockedRows = new Set<string>()
  await inChunks(workbook.draft.order, id => {
    const line = workbook.draft.lines.get(id)
    const source = line?.texts[hiddenColumns.source]
    if (!line || !source?.startsWith(`${file}:`)) return true
    if (workbook.isLocked(id)) {
      lockedRows.add(fileRowOf(source))
      return true
    }
    removable.push(line)
    removableIds.add(id)
    if (isMerged(line)) merged.push(id)
    return true
  })
  return { removable, removableIds, merged, lockedRows }
}

/** The line as it is now; nothing where it was removed, or registered meanwhile, which locks its row. */
function stillRemovable(workbook: Workbook, id: LineId, lockedRows: Set<string>): Line[] {
  const line = workbook.draft.lines.get(id)
  if (!line) return []
  if (!workbook.isLocked(id)) return [line]
  lockedRows.add(fileRowOf(line.texts[hiddenColumns.source] ?? ''))
  return []
}

/** Gives lines their ranks: first those of removed lines, then below the last of these, or below all. */
class LinePlacer {
  private readonly freedRanks: number[]
  private last: LineId | null

  constructor(
    private readonly draft: Draft,
    removed: readonly Line[],
  ) {
    this.freedRanks = removed.map(line => line.rank)
    this.last = draft.order.at(-1) ?? null
  }

  /** Yields lists of lines; each must be in the draft before the next is requested. */
  *place(texts: readonly Texts[], newId: ImportOptions['newId']): Generator<Line[]> {
    const freed = this.freedRanks.splice(0, texts.length)
    if (freed.length > 0) yield this.ranked(texts.slice(0, freed.length), freed, newId)
    const rest = texts.slice(freed.length)
    if (rest.length === 0) return
    const end = this.draft.order.at(-1) ?? null
    const ranks = ranksAfter(this.draft, this.last, rest.length) ?? ranksAfter(this.draft, end, rest.length)
    yield this.ranked(rest, ranks ?? [], newId)
  }

  private ranked(texts: readonly Texts[], ranks: readonly number[], newId: ImportOptions['newId']): Line[] {
    const lines = texts.map((one, i) => ({ id: newId(one), rank: ranks[i] ?? 0, texts: one }))
    this.last = lines.at(-1)?.id ?? this.last
    return lines
  }
}
