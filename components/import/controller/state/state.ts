import type { LinesOfFile, ReopenRequest } from '@/components/import/controller/files/reopen'
import type { ImportResult } from '@/components/import/controller/lines/import-file'
import type { IncludedOrders } from '@/components/import/controller/lines/include-skipped'
import type { ReadFailure } from '@/lib/files/book/read-error'
import type { SkipState } from '@/lib/import/lines/skipped-orders'
import type { TableExcerpt } from '@/lib/import/match/table/excerpt'
import type {
  ImportCounts,
  ImportReport,
  Outline,
  ReadOptions,
  UploadStatus,
} from '@/lib/import/reader/protocol'
import type { ReimportedFile } from '@/lib/import/roundtrip/read'
import type { SheetId } from '@/lib/sheet/schema/sheets'

// The state of an import as a value: the current stage, waiting files and imported files, with the events that change
// the state and the commands that follow. `reducer.ts` has the transitions.

/** `no_rows`: headings without rows; `gone`: the worker died; `unavailable`: the original cannot be fetched now. */
export type FileFailure = ReadFailure | { readonly code: 'no_rows' | 'gone' | 'unavailable' }

/** A file to be imported. Its id is unique among the files of all drafts. */
export interface QueuedFile {
  readonly id: string
  readonly file: File
}

/** A file that a worker has open. */
export interface ActiveFile extends QueuedFile {
  /** Number of the worker that holds it. */
  readonly worker: number
  /** Why it is open again: its lines are in the sheet already. */
  readonly reopening?: ReopenRequest
}

/** Why an original is fetched: to open the file again, or to import another table of it as a new file. */
export type FetchPurpose =
  | ({ readonly kind: 'reopen'; readonly of?: LinesOfFile } & Omit<ReopenRequest, 'of'>)
  | { readonly kind: 'table'; readonly id: string; readonly newId: string; readonly options: ReadOptions }

/** The current stage of a file. The stages from `failed` on wait for the operator. */
export type Stage =
  | { readonly at: 'idle' }
  | { readonly at: 'fetching'; readonly name: string; readonly purpose: FetchPurpose }
  | { readonly at: 'reading'; readonly active: ActiveFile; readonly options: ReadOptions }
  /** The rows are fetched that the mapping of an imported file shows. */
  | { readonly at: 'inspecting'; readonly active: ActiveFile }
  | { readonly at: 'importing'; readonly active: ActiveFile; readonly outline: Outline }
  | { readonly at: 'including'; readonly name: string }
  | {
      readonly at: 'failed'
      readonly name: string
      readonly failure: FileFailure
      readonly active?: ActiveFile
    }
  /** The meaning of columns is unknown. */
  | {
      readonly at: 'mapping'
      readonly active: ActiveFile
      readonly report: ImportReport
      readonly excerpt: TableExcerpt
    }
  /** The meaning of texts in status columns is unknown. `options`: how the file was read. */
  | {
      readonly at: 'statuses'
      readonly active: ActiveFile
      readonly outline: Outline
      readonly options: ReadOptions
    }
  /** Rows repeat an earlier row of their order. `options`: how the file was read. */
  | {
      readonly at: 'repeated'
      readonly active: ActiveFile
      readonly outline: Outline
      readonly options: ReadOptions
    }
  /** The file has several tables, and none of them is known. */
  | { readonly at: 'choosing'; readonly active: ActiveFile; readonly outline: Outline }
  /** The file belongs to another sheet. */
  | { readonly at: 'elsewhere'; readonly active: ActiveFile; readonly outline: Outline }
  /** The file was downloaded from a draft and comes back corrected. */
  | { readonly at: 'returned'; readonly active: ActiveFile; readonly returned: ReimportedFile }

/** The result of one reading of a file. */
export interface Summary {
  readonly report: ImportReport
  readonly result: ImportResult
  readonly upload: UploadStatus
  /** Whether it is shown again: its file came in an earlier session, or the operator had closed it. */
  readonly isReopened?: true
}

/** The file that came in last. It stays open, so that its rows can be shown and it can be read another way. */
export interface LastFile extends ActiveFile {
  /** The reading that its worker has now. */
  readonly report: ImportReport
  /** The reading that undo or redo went back to, while the worker restores it. */
  readonly restoring?: ImportReport
}

/** What the import of a draft's files is doing; only the reducer changes it. */
export interface ImportState {
  readonly sheet: SheetId
  readonly stage: Stage
  /** Rises with every piece of work that a stage starts. Results of earlier work are ignored. */
  readonly job: number
  readonly queue: readonly QueuedFile[]
  readonly last: LastFile | undefined
  /** Workers that send their original to the server; one that sends two readings is listed twice. */
  readonly uploading: readonly number[]
  /** Every reading of every file, the newest first; also those that undo took back. */
  readonly summaries: readonly Summary[]
  /** Ids of files whose summaries the operator closed. */
  readonly dismissed: ReadonlySet<string>
}

/** The state of an import before any file. */
export const initialState = (sheet: SheetId): ImportState => ({
  sheet,
  stage: { at: 'idle' },
  job: 0,
  queue: [],
  last: undefined,
  uploading: [],
  summaries: [],
  dismissed: new Set(),
})

/** What happens to an import: acts of the operator, and results of workers and of the server. */
export type ImportEvent =
  | { readonly type: 'filesAdded'; readonly files: readonly QueuedFile[] }
  /** The operator imports another table of an imported file, as a file of its own. */
  | {
      readonly type: 'tableRequested'
      readonly report: ImportReport
      readonly table: number
      readonly newId: string
    }
  /** The operator answered a question about the file under way. */
  | { readonly type: 'optionsChosen'; readonly options: ReadOptions }
  | { readonly type: 'readAgainRequested'; readonly purpose: ReopenPurpose; readonly options: ReadOptions }
  | { readonly type: 'mappingRequested'; readonly purpose: ReopenPurpose; readonly report: ImportReport }
  | { readonly type: 'includeRequested'; readonly purpose: ReopenPurpose; readonly state: SkipState }
  /** `known`: the summary of that file which the sheet shows now. */
  | {
      readonly type: 'reopenRequested'
      readonly request: ReopenRequest
      readonly known: Summary | undefined
    }
  | { readonly type: 'cancelled' }
  /** The sheet has the lines of the file under way, which another page imported. */
  | { readonly type: 'foundImported'; readonly id: string }
  | { readonly type: 'dismissed'; readonly id: string }
  /** The sheet changed. `current`: the reading of the last file that counts now; undefined: none of its lines. */
  | { readonly type: 'sheetChanged'; readonly current: ImportReport | undefined }
  | { readonly type: 'disposed' }
  | {
      readonly type: 'originalFetched'
      readonly job: number
      readonly file: File | undefined
      readonly of: LinesOfFile
    }
  | { readonly type: 'outlined'; readonly job: number; readonly outline: Outline }
  | { readonly type: 'returnRecognised'; readonly job: number; readonly returned: ReimportedFile }
  | { readonly type: 'readFailed'; readonly job: number; readonly failure: FileFailure }
  /** `excerpt`: undefined if the worker has ended. */
  | {
      readonly type: 'inspected'
      readonly job: number
      readonly report: ImportReport
      readonly excerpt: TableExcerpt | undefined
    }
  | {
      readonly type: 'imported'
      readonly job: number
      readonly counts: ImportCounts
      readonly result: ImportResult
    }
  | {
      readonly type: 'reopened'
      readonly job: number
      readonly report: ImportReport
      readonly known: Summary | undefined
    }
  | { readonly type: 'included'; readonly job: number; readonly result: IncludedOrders }
  | {
      readonly type: 'readingRestored'
      readonly worker: number
      readonly report: ImportReport
      readonly isRead: boolean
    }
  | {
      readonly type: 'uploaded'
      readonly worker: number
      readonly id: string
      readonly status: UploadStatus
    }

/** How an imported file is opened again where no worker has it. */
type ReopenPurpose = Omit<ReopenRequest, 'of' | 'followUp'>

/** A command for the controller. A command with a `job` reports its result as an event with that job. */
export type ImportCommand =
  | {
      readonly run: 'fetchOriginal'
      readonly job: number
      readonly name: string
      readonly purpose: FetchPurpose
    }
  | { readonly run: 'open'; readonly active: ActiveFile }
  | { readonly run: 'read'; readonly job: number; readonly active: ActiveFile; readonly options: ReadOptions }
  /** Fetches what the mapping of a file shows. `outline`: of one whose lines are not counted yet. */
  | { readonly run: 'inspect'; readonly job: number; readonly worker: number; readonly outline: Outline }
  | {
      readonly run: 'inspectAgain'
      readonly job: number
      readonly worker: number
      readonly report: ImportReport
    }
  /** Counts the lines of a file that was opened again. */
  | { readonly run: 'count'; readonly job: number; readonly worker: number; readonly outline: Outline }
  | {
      readonly run: 'import'
      readonly job: number
      readonly worker: number
      readonly outline: Outline
      /** Whether the new lines replace those of an earlier reading. */
      readonly isReplacing: boolean
    }
  | { readonly run: 'include'; readonly job: number; readonly active: ActiveFile; readonly state: SkipState }
  | { readonly run: 'restoreReading'; readonly worker: number; readonly report: ImportReport }
  /** Tells the worker that the sheet has what it read last. */
  | { readonly run: 'markImported'; readonly worker: number }
  | { readonly run: 'upload'; readonly worker: number; readonly id: string }
  | { readonly run: 'close'; readonly worker: number }
  | { readonly run: 'announceImported'; readonly summary: Summary; readonly isAgain: boolean }
  | { readonly run: 'announceIncluded'; readonly name: string; readonly result: IncludedOrders }
  | { readonly run: 'announceReadingChanged' }
  | { readonly run: 'announceFoundImported'; readonly name: string }

/** The file that a stage is about; undefined where none is open for it. */
export const activeOf = (stage: Stage): ActiveFile | undefined =>
  'active' in stage ? stage.active : undefined

/** Name of the file that a stage is about; undefined when idle. */
export const nameOf = (stage: Stage): string | undefined =>
  'name' in stage ? stage.name : activeOf(stage)?.file.name

/** The file under way, unless this page has its lines in the sheet already. */
export function newFileOf(state: ImportState): ActiveFile | undefined {
  return isReadingAgain(state) ? undefined : activeOf(state.stage)
}

/** Whether the lines of the file under way are in the sheet already. */
export function isReadingAgain({ stage, last }: ImportState): boolean {
  const active = activeOf(stage)
  return active !== undefined && (active.worker === last?.worker || active.reopening !== undefined)
}
