import 'server-only'
import { setImmediate } from 'node:timers'
import { findDraftAndSheet } from '@/lib/desk/drafts/draft-context'
import { findNumbersElsewhere } from '@/lib/desk/drafts/facts/held-elsewhere'
import { requirementsBySheet } from '@/lib/desk/requirements/requirements'
import { draftOutcomes } from '@/lib/desk/runs/outcomes'
import type { DraftError, OrderCounts, ProgramDraft } from '@/lib/desk-api/automation'
import { shopCoordinatesOf } from '@/lib/import/recipe/hidden-columns'
import type { ListedFailure } from '@/lib/sheet/judge/failures/order-failures'
import { fieldKey } from '@/lib/sheet/judge/locate'
import type { OrderOutcome } from '@/lib/sheet/judge/status/outcomes'
import { warehouseIds } from '@/lib/sheet/judge/warnings/warehouses'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { listExplanations } from '@/lib/store/connections/api-messages'
import { type Connection, environmentId } from '@/lib/store/connections/connections'
import { listFieldNames } from '@/lib/store/connections/field-names'
import { database } from '@/lib/store/db/database'
import { readLines } from '@/lib/store/drafts/drafts'
import { findDraftRevision } from '@/lib/store/drafts/saves'
import { countQueued, type HaltedRegistration, listHaltedRegistrations } from '@/lib/store/ledger/runs/runs'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { listFailureSentences } from './failure-sentences'

/** Errors that a report lists; the counts are of all. */
const MAX_ERRORS = 1000
/** Numbers that are looked up at once. */
const NUMBERS_PER_REQUEST = 1000

/** What the sheet of a draft shows on a connection. */
export interface DraftReport {
  /** The revision of the lines that were judged. */
  readonly revision: number
  readonly orders: OrderCounts
  /** How many orders wait behind paused and stopped registrations of other connections of the environment. */
  readonly waitingElsewhere: ProgramDraft['waitingElsewhere']
  readonly errors: readonly DraftError[]
  /** Outcomes of orders that are, or may be, at the service. */
  readonly registered: readonly Pick<OrderOutcome, 'mallOrderNumber' | 'orderId' | 'state'>[]
}

/**
 * Judges a stored draft with the code of the sheet, so that a program and a person see the same. Long drafts are judged
 * in slices, between which other requests run.
 * @returns undefined if there is no such draft
 */
export async function draftReport(draftId: string, connection: Connection): Promise<DraftReport | undefined> {
  const { kysely, longReads } = await database()
  const stored = await findDraftAndSheet(kysely, draftId)
  const revision = (await findDraftRevision(kysely, draftId))?.revision
  if (!stored || revision === undefined) return undefined
  const { sheet } = stored
  const lines = await readLines(longReads, draftId)
  const { outcomes, passesSince, isMoving } = await allOutcomes(draftId, connection.id)
  const workbook = new Workbook(sheet, lines, { outcomes, isAll: true })
  workbook.scheduleTask = work => void setImmediate(work)
  workbook.begin()
  await judged(workbook)
  const { serverFacts } = workbook
  serverFacts.setProduction(connection.environment === 'production')
  serverFacts.setWarehouses(warehouseIds(connection.warehouses))
  serverFacts.setFieldNames(await fieldNamesOf(sheet, connection.id))
  const requirements = await requirementsBySheet(kysely, sheet.id, connection.id)
  serverFacts.setRequirements(requirements.get(connection.id) ?? [], connection.name)
  serverFacts.setSending(isMoving)
  serverFacts.expire(passesSince)
  await loadNumbersElsewhere(workbook, draftId, connection.id)
  await judged(workbook)
  const envId = environmentId(connection)
  const halted = (await listHaltedRegistrations(kysely, draftId)).filter(run => run.envId === envId)
  const haltedHere = halted.filter(run => run.connectionId === connection.id)
  return {
    revision,
    // The sheet counts them differently: a registration also continues with them while another run of the draft is
    // sending.
    orders: countsOf(workbook, countQueued(haltedHere)),
    waitingElsewhere: countByConnection(halted.filter(run => run.connectionId !== connection.id)),
    errors: await errorsOf(workbook, connection),
    registered: outcomes.filter(({ state }) => state === 'registered' || state === 'unknown'),
  }
}

const judged = (workbook: Workbook) => new Promise<void>(resolve => workbook.whenJudged(resolve))

async function allOutcomes(draftId: string, connectionId: string) {
  const byNumber = new Map<string, OrderOutcome>()
  for (let since = ''; ; ) {
    const { outcomes, until, more, passesSince, isMoving } = await draftOutcomes(draftId, connectionId, since)
    for (const outcome of outcomes) byNumber.set(outcome.mallOrderNumber, outcome)
    if (!more) return { outcomes: [...byNumber.values()], passesSince, isMoving }
    since = until
  }
}

async function fieldNamesOf(sheet: Sheet, connectionId: string): Promise<ReadonlyMap<string, string>> {
  const names = await listFieldNames((await database()).kysely)
  const here = names.filter(one => one.connectionId === connectionId && one.sheet === sheet.id)
  return new Map(here.map(({ field, column }) => [fieldKey(field, sheet), column]))
}

async function loadNumbersElsewhere(
  workbook: Workbook,
  draftId: string,
  connectionId: string,
): Promise<void> {
  const { sheet, index } = workbook
  const numbers = [...new Set(workbook.firstLines().map(line => index.numberOf(line)))].filter(Boolean)
  for (let at = 0; at < numbers.length; at += NUMBERS_PER_REQUEST) {
    const some = numbers.slice(at, at + NUMBERS_PER_REQUEST)
    const found = await findNumbersElsewhere({ draftId, sheetId: sheet.id, connectionId, numbers: some })
    workbook.serverFacts.setNumbersElsewhere(some, found)
  }
}

function countByConnection(halted: readonly HaltedRegistration[]): DraftReport['waitingElsewhere'] {
  const counts = new Map<string, number>()
  for (const { connection, queued } of halted) counts.set(connection, (counts.get(connection) ?? 0) + queued)
  return [...counts].map(([connection, orders]) => ({ connection, orders }))
}

const countsOf = (workbook: Workbook, waiting: number): OrderCounts => ({
  total: workbook.orderCount,
  ready: workbook.count('ready'),
  failing: workbook.count('failing'),
  unchecked: workbook.count('unchecked') + workbook.count('stale'),
  underWay: workbook.count('busy') + workbook.count('waiting'),
  waiting,
  registered: workbook.count('registered'),
  unconfirmed: workbook.count('unknown'),
  elsewhere: workbook.count('elsewhere'),
  rejectedBefore: workbook.count('again'),
  warnings: workbook.count('warning'),
})

async function errorsOf(workbook: Workbook, connection: Connection): Promise<DraftError[]> {
  const { language } = requestLocale()
  const { id: sheetId, key } = workbook.sheet
  const explained = await listExplanations((await database()).kysely, connection.id)
  const words = listFailureSentences(
    workbook,
    connection.warehouses,
    explained.flatMap(({ sheet, field, code, template, [language]: text }) =>
      sheet === sheetId && text !== '' ? [{ field, code, template, text }] : [],
    ),
  )
  const errors: DraftError[] = []
  for (const firstLine of workbook.firstLines()) {
    const order = workbook.index.numberOf(firstLine)
    for (const failure of workbook.listFailures(firstLine)) {
      if (errors.length >= MAX_ERRORS) return errors
      errors.push({
        order,
        row: rowOf(workbook, failure, key),
        column: failure.column ?? null,
        columnName: failure.column === undefined ? null : words.columnName(failure.column),
        value:
          failure.column === undefined ? '' : workbook.text({ line: failure.line, column: failure.column }),
        message: words.sentence(failure),
        apiMessage: words.apiMessage(failure),
      })
    }
  }
  return errors
}

function rowOf(workbook: Workbook, { line }: ListedFailure, key: string): number | null {
  const texts = workbook.draft.lines.get(line)?.texts ?? {}
  return shopCoordinatesOf(texts, texts[key] ?? '').row ?? null
}
