import type { LinesOfFile, ReopenRequest } from '@/components/import/controller/files/reopen'
import type { ImportResult } from '@/components/import/controller/lines/import-file'
import type { SkipState } from '@/lib/import/lines/skipped-orders'
import type { ImportCounts, ImportReport, Outline, ReadOptions } from '@/lib/import/reader/protocol'
import { questionOf } from '@/lib/import/reader/question'
import {
  type ActiveFile,
  activeOf,
  type FetchPurpose,
  type ImportCommand,
  type ImportEvent,
  type ImportState,
  type LastFile,
  nameOf,
  newFileOf,
  type QueuedFile,
  type Stage,
  type Summary,
} from './state'

// `reduce` takes an import from one event to the next and returns commands. `ImportController` runs the commands, and
// reports their results as further events.

/** A state, and the commands to run on reaching it. */
export type Transition = readonly [state: ImportState, commands: readonly ImportCommand[]]

/** Takes an import from one event to the next. */
export function reduce(state: ImportState, event: ImportEvent): Transition {
  // The operator cancelled that work, or went on to something else.
  if ('job' in event && event.job !== state.job) return [state, []]
  const { stage, last } = state
  switch (event.type) {
    case 'filesAdded': {
      const queued = { ...state, queue: [...state.queue, ...event.files] }
      return stage.at === 'idle' || stage.at === 'failed' ? startNext(queued) : [queued, []]
    }
    case 'tableRequested': {
      if (stage.at !== 'idle') return [state, []]
      const { report, table, newId } = event
      const { id, name, text } = report
      const options = { table, ...(text && { encoding: text.encoding, delimiter: text.delimiter }) }
      if (last?.id === id) return start(state, { id: newId, file: last.file }, options)
      return fetchOriginal(state, name, { kind: 'table', id, newId, options })
    }
    case 'optionsChosen': {
      const active = activeOf(stage)
      return active ? read(state, active, event.options) : [state, []]
    }
    case 'readAgainRequested':
      if (stage.at !== 'idle') return [state, []]
      return last?.id === event.purpose.id
        ? read(state, last, event.options)
        : reopen(state, { ...event.purpose, followUp: event.options })
    case 'mappingRequested':
      if (stage.at !== 'idle') return [state, []]
      return last?.id === event.purpose.id
        ? inspectAgain(state, last, event.report)
        : reopen(state, { ...event.purpose, followUp: 'map' })
    case 'includeRequested':
      if (stage.at !== 'idle') return [state, []]
      return last?.id === event.purpose.id
        ? include(state, last, event.state)
        : reopen(state, { ...event.purpose, followUp: { include: event.state } })
    case 'reopenRequested': {
      const { request, known } = event
      if (known && last?.id === request.id && !request.followUp)
        return [withSummary(state, { ...known, isReopened: true }, known), []]
      return stage.at === 'idle' ? reopen(state, request) : [state, []]
    }
    case 'cancelled':
      return then(release(state, stage), next => startNext(idle(next)))
    case 'foundImported': {
      const active = newFileOf(state)
      if (active?.id !== event.id) return [state, []]
      return then([state, [{ run: 'announceFoundImported', name: active.file.name }]], next =>
        then(release(next, stage), free => startNext(idle(free))),
      )
    }
    case 'dismissed':
      return [{ ...state, dismissed: new Set([...state.dismissed, event.id]) }, []]
    case 'sheetChanged': {
      const { current } = event
      if (stage.at !== 'idle' || !last || !current || current === (last.restoring ?? last.report))
        return [state, []]
      return [
        { ...state, last: { ...last, restoring: current } },
        [{ run: 'restoreReading', worker: last.worker, report: current }],
      ]
    }
    case 'disposed': {
      const active = activeOf(stage)
      const workers = new Set([
        ...state.uploading,
        ...(active ? [active.worker] : []),
        ...(last ? [last.worker] : []),
      ])
      return [
        { ...idle(state), queue: [], last: undefined, uploading: [] },
        [...workers].map(worker => ({ run: 'close', worker })),
      ]
    }
    case 'originalFetched':
      return stage.at === 'fetching' ? openOriginal(state, stage, event) : [state, []]
    case 'outlined':
      return stage.at === 'reading' ? outlined(state, stage, event.outline) : [state, []]
    case 'returnRecognised': {
      const active = activeOf(stage)
      return active
        ? [{ ...state, stage: { at: 'returned', active, returned: event.returned } }, []]
        : [state, []]
    }
    case 'readFailed': {
      const active = activeOf(stage)
      const name = nameOf(stage)
      if (name === undefined) return [state, []]
      return [
        { ...state, stage: { at: 'failed', name, failure: event.failure, ...(active && { active }) } },
        [],
      ]
    }
    case 'inspected': {
      const active = activeOf(stage)
      const { report, excerpt } = event
      if (!active || !excerpt) return [idle(state), []]
      return [{ ...state, stage: { at: 'mapping', active, report, excerpt } }, []]
    }
    case 'imported':
      return stage.at === 'importing' ? imported(state, stage, event.counts, event.result) : [state, []]
    case 'reopened':
      return stage.at === 'reading' ? reopened(state, stage.active, event.report, event.known) : [state, []]
    case 'included': {
      if (stage.at !== 'including') return [state, []]
      const { result } = event
      return then([idle(state), [{ run: 'announceIncluded', name: stage.name, result }]], startNext)
    }
    case 'readingRestored': {
      const { worker, report, isRead } = event
      if (last?.worker !== worker || last.restoring !== report) return [state, []]
      const { restoring: _, ...file } = last
      return [
        { ...state, last: { ...file, report } },
        isRead ? [{ run: 'markImported', worker }, { run: 'announceReadingChanged' }] : [],
      ]
    }
    case 'uploaded': {
      const { worker, id, status } = event
      const at = state.uploading.indexOf(worker)
      const uploading = state.uploading.filter((_, i) => i !== at)
      const summaries = state.summaries.map(one => (one.report.id === id ? { ...one, upload: status } : one))
      return closeUnused({ ...state, uploading, summaries }, worker)
    }
  }
}

/** A further transition, behind one. */
function then([state, commands]: Transition, next: (state: ImportState) => Transition): Transition {
  const [after, more] = next(state)
  return [after, [...commands, ...more]]
}

const idle = (state: ImportState): ImportState => ({ ...state, stage: { at: 'idle' }, job: state.job + 1 })

function startNext(state: ImportState): Transition {
  const [file, ...queue] = state.queue
  return file ? start({ ...state, queue }, file, {}) : [state, []]
}

/** Opens a file and reads it. */
function start(state: ImportState, file: QueuedFile, options: ReadOptions): Transition {
  return then(release(state, state.stage), next => open(next, file, options))
}

function open(
  state: ImportState,
  file: QueuedFile & Pick<ActiveFile, 'reopening'>,
  options: ReadOptions,
): Transition {
  const active = { ...file, worker: state.job + 1 }
  return then([state, [{ run: 'open', active }]], next => read(next, active, options))
}

function read(
  state: ImportState,
  { worker, id, file, reopening }: ActiveFile,
  options: ReadOptions,
): Transition {
  const active = { worker, id, file, ...(reopening && { reopening }) }
  const job = state.job + 1
  return [
    { ...state, job, stage: { at: 'reading', active, options } },
    [{ run: 'read', job, active, options }],
  ]
}

/** Closes the file of a stage that ends. */
function release(state: ImportState, stage: Stage): Transition {
  const active = activeOf(stage)
  return active ? closeUnused(state, active.worker) : [state, []]
}

/** Closes a worker, unless it has the last file, or still sends an original. */
function closeUnused(state: ImportState, worker: number): Transition {
  const isUsed = state.last?.worker === worker || state.uploading.includes(worker)
  return [state, isUsed ? [] : [{ run: 'close', worker }]]
}

function fetchOriginal(state: ImportState, name: string, purpose: FetchPurpose): Transition {
  const job = state.job + 1
  return [
    { ...state, job, stage: { at: 'fetching', name, purpose } },
    [{ run: 'fetchOriginal', job, name, purpose }],
  ]
}

const reopen = (
  state: ImportState,
  request: Omit<ReopenRequest, 'of'> & { readonly of?: LinesOfFile },
): Transition => fetchOriginal(state, request.name, { kind: 'reopen', ...request })

function openOriginal(
  state: ImportState,
  { name, purpose }: Extract<Stage, { at: 'fetching' }>,
  { file, of }: Extract<ImportEvent, { type: 'originalFetched' }>,
): Transition {
  if (!file) return [{ ...state, stage: { at: 'failed', name, failure: { code: 'unavailable' } } }, []]
  if (purpose.kind === 'table') return open(state, { id: purpose.newId, file }, purpose.options)
  const { kind: _, ...request } = purpose
  return open(state, { id: purpose.id, file, reopening: { ...request, of } }, {})
}

function inspectAgain(state: ImportState, { worker, id, file }: LastFile, report: ImportReport): Transition {
  const job = state.job + 1
  return [
    { ...state, job, stage: { at: 'inspecting', active: { worker, id, file } } },
    [{ run: 'inspectAgain', job, worker, report }],
  ]
}

function include(state: ImportState, active: LastFile, means: SkipState): Transition {
  const job = state.job + 1
  return [
    { ...state, job, stage: { at: 'including', name: active.file.name } },
    [{ run: 'include', job, active, state: means }],
  ]
}

function outlined(
  state: ImportState,
  { active, options }: Extract<Stage, { at: 'reading' }>,
  outline: Outline,
): Transition {
  const { job } = state
  const { worker } = active
  if (active.reopening) return [state, [{ run: 'count', job, worker, outline }]]
  const question = questionOf(outline, options, state.sheet)
  switch (question) {
    case 'elsewhere':
    case 'choosing':
      return [{ ...state, stage: { at: question, active, outline } }, []]
    case 'statuses':
    case 'repeated':
      return [{ ...state, stage: { at: question, active, outline, options } }, []]
    case 'empty':
      return [
        { ...state, stage: { at: 'failed', name: outline.name, failure: { code: 'no_rows' }, active } },
        [],
      ]
    case 'mapping':
      return [state, [{ run: 'inspect', job, worker, outline }]]
    case undefined:
      return [
        { ...state, stage: { at: 'importing', active, outline } },
        [{ run: 'import', job, worker, outline, isReplacing: worker === state.last?.worker }],
      ]
  }
}

function imported(
  state: ImportState,
  { active, outline }: Extract<Stage, { at: 'importing' }>,
  counts: ImportCounts,
  result: ImportResult,
): Transition {
  const report = { ...outline, ...counts }
  const { id } = report
  const { worker } = active
  const summary: Summary = { report, result, upload: { state: 'keeping' } }
  const isAgain = worker === state.last?.worker
  return then(holdOpen(state, active, report), held =>
    then(
      [
        { ...idle(withSummary(held, summary)), uploading: [...held.uploading, worker] },
        [
          { run: 'announceImported', summary, isAgain },
          { run: 'upload', worker, id },
        ],
      ],
      startNext,
    ),
  )
}

/** Shows the summary of a file of the draft, and does what it was opened for. */
function reopened(
  state: ImportState,
  { reopening, ...active }: ActiveFile,
  report: ImportReport,
  known: Summary | undefined,
): Transition {
  if (!reopening) return [state, []]
  const { firstLine, lines } = reopening.of
  const result = known?.result ?? { firstLine, lines, lockedLines: 0, keptEdits: 0, step: undefined }
  const summary: Summary = { report, result, upload: { state: 'kept' }, isReopened: true }
  return then(holdOpen(state, active, report), held => {
    const next = idle(withSummary(held, summary, known))
    const { last } = next
    const wanted = reopening.followUp
    if (!wanted || !last) return startNext(next)
    if (wanted === 'map') return inspectAgain(next, last, report)
    return 'include' in wanted ? include(next, last, wanted.include) : read(next, last, wanted)
  })
}

/** Keeps a file open as the last one, and closes the one before it. */
function holdOpen(state: ImportState, { worker, id, file }: ActiveFile, report: ImportReport): Transition {
  const before = state.last
  const held = { ...state, last: { worker, id, file, report } }
  const mark: Transition = [held, [{ run: 'markImported', worker }]]
  return before && before.worker !== worker ? then(mark, next => closeUnused(next, before.worker)) : mark
}

/** @param replaced a summary that the new one repeats: nothing was done since */
function withSummary(state: ImportState, summary: Summary, replaced?: Summary): ImportState {
  const dismissed = new Set(state.dismissed)
  dismissed.delete(summary.report.id)
  return { ...state, dismissed, summaries: [summary, ...state.summaries.filter(one => one !== replaced)] }
}
