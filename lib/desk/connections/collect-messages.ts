import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type { FailureListener } from '@/lib/ledger/runner/ports'
import { logFault } from '@/lib/log/log'
import { messageExample, messageTemplate, valuesOf } from '@/lib/sheet/judge/explanations/message-template'
import { columnsNamed, fieldKey } from '@/lib/sheet/judge/locate'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { countMessages, type MessageCount } from '@/lib/store/connections/api-messages'
import { type Database, database } from '@/lib/store/db/database'
import { addServiceErrors, type FieldErrors } from '@/lib/store/ledger/checks/check-figures'
import { sheetOfOperation } from './sheet-of-operation'

/** How long messages are collected before they are stored, in milliseconds: a run stores them once a second at most. */
const DELAY_MS = 1000
/** Records that are processed before the event loop runs other work. */
const CHUNK_SIZE = 50
/** Maximum messages that wait while the database cannot be written; further new ones are dropped. */
const MAX_WAITING = 5000

type Report = Parameters<FailureListener>

/**
 * Counts the messages of services for Settings, and the fields with errors for Home, without the values in them. It
 * stays out of the ledger's transactions: a crash loses the counts of about a second.
 */
export class MessageCollector {
  private reports: Report[] = []
  private counts = new Map<string, MessageCount>()
  private fields = new Map<string, FieldErrors>()
  private timer: NodeJS.Timeout | undefined
  private flushing: Promise<void> | undefined

  /** @param open the database; called when there is something to store */
  constructor(
    private readonly open: () => Promise<Pick<Database, 'write'>>,
    private readonly delayMs = DELAY_MS,
  ) {}

  readonly add: FailureListener = (run, records) => {
    this.reports.push([run, records])
    this.timer ??= setTimeout(() => void this.flush(), this.delayMs).unref()
  }

  /** Stores the collected counts. Never throws, so that counting cannot fail a run. */
  async flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    while (this.flushing) await this.flushing
    this.flushing = this.store()
      .catch(error => logFault('messages of a service could not be counted', error))
      .finally(() => {
        this.flushing = undefined
      })
    await this.flushing
  }

  private async store(): Promise<void> {
    const reports = this.reports
    this.reports = []
    for (const report of reports) await this.count(report)
    if (this.counts.size + this.fields.size === 0) return
    const counts = [...this.counts.values()]
    const fields = [...this.fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, errors]) => errors)
    const { write } = await this.open()
    await write(async trx => {
      await countMessages(trx, counts)
      await addServiceErrors(trx, fields, new Date().toISOString())
    })
    this.counts = new Map()
    this.fields = new Map()
  }

  private async count([run, records]: Report): Promise<void> {
    const { connection_id: connectionId, operation } = run
    const sheet = sheetOfOperation(operation)
    if (!sheet) return
    const at = new Date().toISOString()
    for (const [position, { payload, failures }] of records.entries()) {
      if (position % CHUNK_SIZE === CHUNK_SIZE - 1) await setImmediate()
      this.countFields(run, sheet, failures)
      const values = valuesOf(payload, sheet)
      for (const { field, message, errorCode: code = '' } of failures) {
        const template = messageTemplate(message, values)
        if (template === '') continue
        const key = { connectionId, sheet: sheet.id, field: fieldKey(field, sheet), code, template }
        const name = JSON.stringify(Object.values(key))
        const known = this.counts.get(name)
        if (!known && this.counts.size >= MAX_WAITING) continue
        const example = messageExample(message, values)
        this.counts.set(name, { ...key, example, count: (known?.count ?? 0) + 1, at })
      }
    }
  }

  /** Counts a record once in each column that a service names. */
  private countFields(
    { id: run_id, draft_id }: Report[0],
    sheet: Sheet,
    failures: readonly { readonly field: string }[],
  ): void {
    const columns = failures.map(({ field }) => columnsNamed(field, sheet)[0]?.id ?? fieldKey(field, sheet))
    for (const column_id of new Set(columns)) {
      const name = JSON.stringify([run_id, column_id])
      const known = this.fields.get(name)
      if (!known && this.fields.size >= MAX_WAITING) continue
      const count = (known?.count ?? 0) + 1
      this.fields.set(name, { run_id, column_id, sheet: sheet.id, draft_id, count })
    }
  }
}

/** The collector of this process. */
export const messageCollector = new MessageCollector(database)
