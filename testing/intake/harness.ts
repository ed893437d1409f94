import 'server-only'
import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { ArrivalPorts, ArrivingFile } from '@/lib/desk/intake/arrival'
import { type IntakePorts, IntakeWorker } from '@/lib/desk/intake/intake-worker'
import { DEFAULT_LIMITS, startFileImport } from '@/lib/desk/intake/thread/file-import'
import type { ImportSources } from '@/lib/desk/intake/thread/import-sources'
import type { Recipe } from '@/lib/import/recipe/recipe'
import type { Database } from '@/lib/store/db/database'
import { type Bundle, bundle } from '@/scripts/lib/build/bundle'

/** Builds the thread that reads files, which Node cannot run from its source. */
export const bundleThread = (): Promise<Bundle> => bundle('lib/desk/intake/thread/import-thread.ts')

/** Sources without presets and products. */
export const bareSources = (recipes: readonly Recipe[] = []): ImportSources => ({
  recipes: async () => recipes,
  presets: async () => [],
  rules: async () => [],
  codes: async () => new Set(),
  products: async () => new Map(),
})

export const arrivalOf = (database: Database, over: Partial<ArrivalPorts> = {}): ArrivalPorts => ({
  database,
  quota: { draftFileBytes: 1e9, allFileBytes: 1e9 },
  now: () => Date.now(),
  failpoint: () => {},
  ...over,
})

/** A file of a program. */
export const fileOf = (text: string, over: Partial<ArrivingFile> = {}): ArrivingFile => ({
  name: 'orders.csv',
  bytes: new TextEncoder().encode(text),
  origin: 'api',
  operatorId: 'program',
  ...over,
})

/** Orders of one line each, in Lading's own columns. */
export const ownColumns = (orders: number, prefix = 'A'): string =>
  [
    'orderInfo.mallOrderNumber,recipient.name,recipient.zipCode',
    ...Array.from({ length: orders }, (_, at) => `${prefix}-${at},山田,150-0041`),
  ].join('\n')

/**
 * A worker on a database. Its clock moves only when a test moves it.
 * @param thread the file of a bundled thread
 */
export function testIntake(
  database: Database,
  thread: string,
  over: Partial<IntakePorts> = {},
  { sources = bareSources(), clock = { now: Date.now() } } = {},
) {
  const checks: string[] = []
  const worker = new IntakeWorker({
    database,
    owner: randomUUID(),
    now: () => clock.now,
    startImport: () =>
      startFileImport(
        sources,
        DEFAULT_LIMITS,
        () => new Worker(thread, { execArgv: [], env: {}, stderr: true }),
      ),
    startCheck: async ({ requestId }) => {
      checks.push(requestId)
      return `run of ${requestId}`
    },
    reportCancelled: async () => undefined,
    failpoint: () => {},
    report: error => {
      throw error
    },
    ...over,
  })
  return { worker, clock, checks }
}
