import 'server-only'
import { operations } from '@/lib/contract/operations'
import { authorName } from '@/lib/desk/author-name'
import { fail, type Result } from '@/lib/desk-api/result'
import { findSheetById, type Sheet, type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { type Connection, environmentId, findConnection } from '@/lib/store/connections/connections'
import type { Db } from '@/lib/store/db/database'
import {
  type DraftLifecycle,
  findDraft,
  findDraftLifecycle,
  type StoredDraft,
} from '@/lib/store/drafts/drafts'
import { getTranslations } from '@/lib/words/server'

/** A draft and the connection through which it is sent, resolved once per request. */
export interface DraftContext {
  readonly draftId: string
  readonly sheet: Sheet
  /** Undefined when the connection was deleted. */
  readonly connection: Connection | undefined
  /** The environment of the connection, `''` without one. */
  readonly envId: string
  /** Numbers are registered once within this scope of an environment. */
  readonly scope: (typeof operations)[Sheet['register']]['scope']
}

/** Resolves the connection of a request about a draft of a known sheet. */
export async function resolveContext(
  handle: Db,
  request: { readonly draftId: string; readonly sheetId: SheetId; readonly connectionId: string },
): Promise<DraftContext> {
  const sheet = sheets[request.sheetId]
  const connection = await findConnection(handle, request.connectionId)
  return {
    draftId: request.draftId,
    sheet,
    connection,
    envId: connection ? environmentId(connection) : '',
    scope: operations[sheet.register].scope,
  }
}

/** The environment of a connection; `''` for one that was deleted. */
export async function environmentOf(handle: Db, connectionId: string): Promise<string> {
  const connection = await findConnection(handle, connectionId)
  return connection ? environmentId(connection) : ''
}

/** A stored draft with its sheet; undefined when it was never saved or was deleted. */
export async function findDraftAndSheet(
  handle: Db,
  draftId: string,
): Promise<{ readonly draft: StoredDraft; readonly sheet: Sheet } | undefined> {
  const draft = await findDraft(handle, draftId)
  const sheet = draft && findSheetById(draft.sheet)
  return draft && sheet && { draft, sheet }
}

const t = getTranslations('drafts.closed')

type ClosedDraft = Pick<Exclude<DraftLifecycle, { state: 'open' }>, 'state' | 'by'>

/** The problem of a request about a draft that was archived or deleted meanwhile: it is neither saved nor sent. */
export const closedDraft = ({ state, by }: ClosedDraft): Result<never> =>
  fail(state, closedDraftSentence({ state, by }))

/** The sentence of the problem of `closedDraft`. */
export const closedDraftSentence = ({ state, by }: ClosedDraft): string =>
  t(state, { by: by === '' ? 'none' : authorName(by) })

/** Why a draft cannot be edited; undefined while it is open. */
export async function closedProblem(handle: Db, draftId: string): Promise<Result<never> | undefined> {
  const lifecycle = await findDraftLifecycle(handle, draftId)
  return lifecycle.state === 'open' ? undefined : closedDraft(lifecycle)
}
