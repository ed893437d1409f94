import { openedAs } from '@/components/workbench/saving/journal/open'
import { SaveQueue, type SyncListener } from '@/components/workbench/saving/save-queue'
import type { DraftChanges, SaveRequest, SaveResponse } from '@/lib/desk-api/drafts/changes'
import type { Result } from '@/lib/desk-api/result'
import type { Line } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'

// Shared by tests of the save queue: an open sheet, and the server that its saves reach.

export const NAME = 'recipient.name'
export const ZIP = 'recipient.zipCode'
export const NUMBER = sheets['orders/japan'].key

/** The line of the sheet, with other texts. */
export const line = (texts: Record<string, string>): Line => ({ id: 'a', rank: 1, texts })

const failureSentences = {
  offline: 'No response.',
  outdated: 'Reload.',
  signedOut: 'Sign in.',
  role: 'No editor.',
}

const noChanges: DraftChanges = {
  name: '',
  connectionId: null,
  revision: 4,
  isOutdated: false,
  lines: [],
  removed: [],
  people: {},
  next: null,
  participants: [],
  rehearsals: {},
  notices: [],
}

type Respond = (request: SaveRequest) => Promise<Result<SaveResponse>>

/** The response to a save that was stored. @param differing lines that differ on the server from what was sent */
export const storedAs =
  (revision: number, differing: readonly Line[] = []): Respond =>
  async () => ({ ok: true, value: { refused: 0, revision, differing, conflicts: [] } })

/**
 * A sheet of one line at revision 4, with the requests that the server receives. It responds to none until the test
 * says how.
 * @param options.errors how many orders have errors as lists count them @param options.number the order's number
 */
export function openTab({
  errors,
  number = '',
  isArchived = false,
}: {
  readonly errors?: number
  readonly number?: string
  readonly isArchived?: boolean
} = {}) {
  const workbook = new Workbook(sheets['orders/japan'], [line({ [NAME]: 'x', [NUMBER]: number })])
  const saving = new SaveQueue(workbook, openedAs('d1', { revision: 4, errors, lines: [] }), isArchived)
  workbook.onPatch = (patch, isPart) => saving.note(patch, isPart)
  workbook.onActEnd = () => saving.endAct()
  const sent: SaveRequest[] = []
  let respond: Respond = () => Promise.reject(new Error('offline'))
  const listener: SyncListener & { cell: ReturnType<SyncListener['editing']> } = {
    cell: null,
    editing: () => listener.cell,
    onChanges: (_patch, _remote, work) => work(),
    onConflicts: () => {},
  }
  return {
    workbook,
    saving,
    listener,
    /** The requests so far. */
    sent,
    /** Saves all edits. @param sendsActInProgress whether also the parts of an import that is not complete */
    send: (sendsActInProgress = true) =>
      saving.send({
        draft: () => ({ id: 'd1', name: 'Qoo10', connectionId: 'c1' }),
        save: request => {
          sent.push(request)
          return respond(request)
        },
        failureSentence: code => failureSentences[code],
        listener,
        sendsActInProgress: () => sendsActInProgress,
      }),
    /** Changes of others arrive. */
    receive: (changes: Partial<DraftChanges>) => saving.receive({ ...noChanges, ...changes }, listener),
    respondWith: (next: Respond) => {
      respond = next
    },
    /** Stores saves, but holds the response. @returns responds */
    holdResponse: (revision: number) => {
      let release = () => {}
      const held = new Promise<void>(resolve => {
        release = resolve
      })
      respond = async request => {
        await held
        return storedAs(revision)(request)
      }
      return release
    },
    write: (column: string, text: string) => {
      const before = workbook.text({ line: 'a', column })
      const changes = [{ line: 'a', before: { [column]: before }, after: { [column]: text } }]
      workbook.perform({ changes, inserted: [], removed: [] }, null)
    },
    insert: (...inserted: readonly Line[]) => workbook.perform({ changes: [], inserted, removed: [] }, null),
    /** Removes the line of the sheet. */
    remove: () => {
      const removed = workbook.draft.lines.get('a')
      if (!removed) throw new Error('the line is not there')
      workbook.perform({ changes: [], inserted: [], removed: [removed] }, null)
    },
    text: (column: string) => workbook.text({ line: 'a', column }),
  }
}
