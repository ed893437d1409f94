import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { sheetOfOperation } from '@/lib/desk/connections/sheet-of-operation'
import { ledgerTime } from '@/lib/ledger/ledger'
import type { CheckListener } from '@/lib/ledger/runner/ports'
import { logFault } from '@/lib/log/log'
import { columnsNamed, fieldKey, itemNamed } from '@/lib/sheet/judge/locate'
import type { CandidateRule, FieldCases } from '@/lib/sheet/judge/requirements/field-cases'
import { type OrderValues, valuesOfPayload } from '@/lib/sheet/judge/requirements/order-values'
import { ruleSchema, WHOLE_RECORD } from '@/lib/sheet/judge/requirements/requirement'
import {
  MIN_ORDERS,
  type Suggestion,
  suggestRequirements,
} from '@/lib/sheet/judge/requirements/suggest-requirements'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { listFieldNames } from '@/lib/store/connections/field-names'
import { listSuggestions, replaceSuggestions } from '@/lib/store/connections/requirement-suggestions'
import { listRequirements } from '@/lib/store/connections/requirements'
import { type Database, database } from '@/lib/store/db/database'
import {
  listPassedPayloads,
  listRejectedCases,
  listRejectedForms,
  type RejectedField,
  saveRejectedFields,
} from '@/lib/store/ledger/checks/rejected-fields'
import { iso } from '@/lib/store/stored-values'
import { DAY_MS } from '@/lib/time-units'

/** Rejections count this long. */
const CASE_LIFETIME_MS = 30 * DAY_MS
/** Accepted orders of this time contradict a rule: a company may have introduced it since. */
const PASS_LIFETIME_MS = 7 * DAY_MS
/** Accepted orders that rules are compared with, newest first. */
const MAX_PASSED = 2000
/** Orders that are read before the event loop runs other work. */
const CHUNK_SIZE = 50

type CheckedRun = Parameters<CheckListener>[0]

/**
 * Learns what services require from the orders that they reject and accept. It runs after each check, one after the
 * other and outside of the ledger's transactions; a crash loses what the last check taught.
 */
export class RequirementLearner {
  private work: Promise<void> = Promise.resolve()

  /** @param now the clock of the ledger, which stamps results of checks; milliseconds since the epoch */
  constructor(
    private readonly open: () => Promise<Database>,
    private readonly now: () => number | Promise<number>,
  ) {}

  /** Learns from a check whose results are stored. Returns at once. */
  readonly add: CheckListener = run => {
    this.work = this.work
      .then(() => this.learn(run))
      .catch(error => logFault('requirements could not be learned from a check', error))
  }

  /** Resolves when everything that was added is learned. */
  settled(): Promise<void> {
    return this.work
  }

  private async learn(run: CheckedRun): Promise<void> {
    const sheet = sheetOfOperation(run.operation)
    if (!sheet?.check) return
    const { longReads, write } = await this.open()
    const now = await this.now()
    const since = (ms: number) => iso(now - ms)
    const at = since(0)
    const forms = await listRejectedForms(longReads, run)
    const fields = forms.flatMap(({ formId, failures }) =>
      rejectedFields(failures, sheet).map(
        (one): RejectedField => ({
          ...one,
          formId,
          connectionId: run.connection_id,
          sheet: sheet.id,
        }),
      ),
    )
    const cases = since(CASE_LIFETIME_MS)
    if (fields.length > 0) await write(trx => saveRejectedFields(trx, fields, at, cases))
    const suggestions = await this.suggest(run, sheet, cases, since(PASS_LIFETIME_MS))
    const rows = suggestions.map(({ column, rule, orders, examples }) => ({
      connectionId: run.connection_id,
      sheet: sheet.id,
      column,
      kind: rule.kind,
      orders,
      rule: JSON.stringify(rule),
      examples: JSON.stringify(examples),
    }))
    await write(trx => replaceSuggestions(trx, run.connection_id, sheet.id, rows, at))
  }

  private async suggest(
    { connection_id: connectionId, operation }: CheckedRun,
    sheet: Sheet,
    casesSince: string,
    passesSince: string,
  ): Promise<Suggestion[]> {
    const { longReads } = await this.open()
    const found = await listRejectedCases(longReads, connectionId, sheet.id, casesSince)
    const byColumn = await this.byColumn(found, connectionId, sheet)
    const frequent = [...byColumn].filter(
      ([, { rejected }]) => new Set(rejected.map(({ number }) => number)).size >= MIN_ORDERS,
    )
    if (frequent.length === 0) return []
    const passed: OrderValues[] = []
    for (const payload of await listPassedPayloads(
      longReads,
      connectionId,
      operation,
      passesSince,
      MAX_PASSED,
    )) {
      if (passed.length % CHUNK_SIZE === CHUNK_SIZE - 1) await setImmediate()
      passed.push(valuesOfPayload(payload, sheet))
    }
    const known = await this.known(connectionId, sheet)
    const suggestions = new Map<string, Suggestion>()
    for (const [, { column, rejected }] of frequent) {
      await setImmediate()
      for (const one of suggestRequirements({ column, rejected, passed }, sheet, known)) {
        const key = JSON.stringify([one.column, one.rule.kind])
        if (!suggestions.has(key)) suggestions.set(key, one)
      }
    }
    return [...suggestions.values()]
  }

  /** The cases of a connection by the column that its service means. Fields without one column are left out. */
  private async byColumn(
    found: Awaited<ReturnType<typeof listRejectedCases>>,
    connectionId: string,
    sheet: Sheet,
  ): Promise<Map<string, Pick<FieldCases, 'column'> & { rejected: FieldCases['rejected'][number][] }>> {
    const { longReads } = await this.open()
    const assigned = new Map(
      (await listFieldNames(longReads)).flatMap(one =>
        one.connectionId === connectionId && one.sheet === sheet.id
          ? [[fieldKey(one.field, sheet), one.column] as const]
          : [],
      ),
    )
    const byColumn = new Map<
      string,
      Pick<FieldCases, 'column'> & { rejected: FieldCases['rejected'][number][] }
    >()
    for (const [position, { field, item, number, payload }] of found.entries()) {
      if (position % CHUNK_SIZE === CHUNK_SIZE - 1) await setImmediate()
      const column = columnMeant(field, assigned.get(field), sheet)
      if (column === undefined) continue
      const key = column === WHOLE_RECORD ? column : column.id
      const known = byColumn.get(key) ?? { column, rejected: [] }
      byColumn.set(key, known)
      known.rejected.push({ number, item, values: valuesOfPayload(payload, sheet) })
    }
    return byColumn
  }

  /** Rules that need no suggestion: the requirements, whether they are on or off, and what was dismissed. */
  private async known(connectionId: string, sheet: Sheet): Promise<CandidateRule[]> {
    const { longReads } = await this.open()
    const stored = [
      ...(await listRequirements(longReads, connectionId)).filter(one => one.sheet === sheet.id),
      ...(await listSuggestions(longReads, connectionId, 'dismissed', sheet.id)),
    ]
    return stored.flatMap(({ column: id, rule: json }): CandidateRule[] => {
      const rule = ruleSchema.safeParse(JSON.parse(json))
      const column = id === WHOLE_RECORD ? id : sheet.columns.find(known => known.id === id)
      return rule.success && column !== undefined ? [{ column, rule: rule.data }] : []
    })
  }
}

/** The fields that the reasons of an order name. Lading's own reasons name none. @param failures JSON */
function rejectedFields(failures: string, sheet: Sheet): Pick<RejectedField, 'field' | 'item'>[] {
  const reasons: readonly { readonly field: string; readonly code?: string }[] = JSON.parse(failures)
  const fields = new Map<string, Pick<RejectedField, 'field' | 'item'>>()
  for (const { field: errorField, code } of reasons) {
    if (code !== undefined) continue
    const one = { field: fieldKey(errorField, sheet), item: itemNamed(errorField, sheet) }
    fields.set(JSON.stringify(Object.values(one)), one)
  }
  return [...fields.values()]
}

/** The column of a field, or the order as a whole; undefined where a service may mean several columns, or none. */
function columnMeant(
  field: string,
  assigned: string | undefined,
  sheet: Sheet,
): FieldCases['column'] | undefined {
  if (assigned !== undefined) return sheet.columns.find(({ id }) => id === assigned)
  if (field === '' || field === sheet.lines.join('.').toLowerCase()) return WHOLE_RECORD
  const [column, ...others] = columnsNamed(field, sheet)
  return others.length === 0 ? column : undefined
}

// Next compiles a module several times into one process (vercel/next.js#65350), so the learner lives on globalThis.
const shared = globalThis as { [key: symbol]: RequirementLearner | undefined }
const KEY = Symbol.for('lading.requirement-learner')

/** The learner of this process. */
export function requirementLearner(): RequirementLearner {
  shared[KEY] ??= new RequirementLearner(database, ledgerTime)
  return shared[KEY]
}
