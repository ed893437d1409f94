import 'server-only'
import { columnName } from '@/lib/desk/column-name'
import type {
  DayFigures,
  ErrorFigure,
  FigureConnection,
  FirstCheckFigures,
  HomeFigures,
} from '@/lib/desk-api/home'
import { findSheetById, type Sheet } from '@/lib/sheet/schema/sheets'
import { type Db, database } from '@/lib/store/db/database'
import {
  countFieldErrors,
  type FieldErrorCount,
  type ImportToRegistration,
  listFirstChecks,
  listImportsToRegistrations,
  listRegisteredByRun,
  type Period,
  type RegisteredInRun,
} from '@/lib/store/ledger/figures'
import { DAY_MS, MINUTE_MS } from '@/lib/time-units'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'
import { dayAt, dayBounds } from '@/lib/words/time/zoned-time'
import { countShopErrors, shopName } from './shops'

const t = getTranslations('home.figures')

const DAYS = 30
const WEEK_DAYS = 7
/** Columns and shops that a chart of errors shows. */
const MAX_BARS = 8

/** The figures of the operator's last 30 days. */
export async function homeFigures(): Promise<HomeFigures> {
  const { longReads } = await database()
  return readFigures(longReads, Date.now(), requestLocale().timeZone)
}

/** @param now milliseconds @param timeZone IANA name: it decides when a day begins */
export async function readFigures(db: Db, now: number, timeZone: string): Promise<HomeFigures> {
  const days = lastDays(dayAt(now, timeZone), 2 * DAYS)
  const [before, current] = [days.slice(0, DAYS), days.slice(DAYS)]
  const period = periodOfFigures(now, timeZone)
  const periodBefore = periodOf(before, timeZone)
  const registered = await listRegisteredByRun(db, period)
  const checks = await listFirstChecks(db, period)
  const times = await listImportsToRegistrations(db, period)
  const registeredOn = groupByDay(registered, run => run.startedAt, timeZone)
  const checksOn = groupByDay(checks, check => check.at, timeZone)
  const timesOn = groupByDay(times, time => time.startedAt, timeZone)
  const figures = current.map(
    (day): DayFigures => ({
      day,
      registered: sumByConnection(registeredOn.get(day) ?? []),
      firstChecks: sumOfChecks(checksOn.get(day) ?? []),
      medianMinutes: medianMinutes(timesOn.get(day) ?? []),
    }),
  )
  const sumOfDays = (some: readonly DayFigures[]) =>
    some.reduce((sum, day) => sum + Object.values(day.registered).reduce((a, b) => a + b, 0), 0)
  return {
    connections: connectionsOf(registered),
    days: figures,
    registered: {
      today: sumOfDays(figures.slice(-1)),
      week: sumOfDays(figures.slice(-WEEK_DAYS)),
      month: sumOfDays(figures),
      monthBefore: (await listRegisteredByRun(db, periodBefore)).reduce((sum, { count }) => sum + count, 0),
    },
    errors: (await countFieldErrors(db, period)).slice(0, MAX_BARS).flatMap(namedError),
    shops: (await countShopErrors(db, period)).slice(0, MAX_BARS).map(({ shop, count }) => ({
      name: shopName(shop),
      count,
      selection: shop === null ? 'typed' : `shop:${shop}`,
    })),
    firstChecks: sumOfChecks(checks),
    firstChecksBefore: sumOfChecks(await listFirstChecks(db, periodBefore)),
    medianMinutes: medianMinutes(times),
  }
}

/** The operator's last 30 days. @param now milliseconds @param timeZone IANA name */
export const periodOfFigures = (now: number, timeZone: string): Period =>
  periodOf(lastDays(dayAt(now, timeZone), DAYS), timeZone)

/** Days up to a day, the oldest first. */
function lastDays(today: string, count: number): string[] {
  const midnight = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: count }, (_, i) =>
    new Date(midnight - (count - 1 - i) * DAY_MS).toISOString().slice(0, 10),
  )
}

function periodOf(days: readonly string[], timeZone: string): Period {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return {
    from: dayBounds(first, timeZone).from.toISOString(),
    until: dayBounds(last, timeZone).until.toISOString(),
  }
}

function groupByDay<T>(all: readonly T[], at: (one: T) => string, timeZone: string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const day = dayAt(at(one), timeZone)
    const group = groups.get(day)
    if (group) group.push(one)
    else groups.set(day, [one])
  }
  return groups
}

function sumByConnection(runs: readonly RegisteredInRun[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { connectionId, count } of runs) sums[connectionId] = (sums[connectionId] ?? 0) + count
  return sums
}

const sumOfChecks = (
  checks: readonly { readonly passed: number; readonly failed: number }[],
): FirstCheckFigures => ({
  passed: checks.reduce((sum, { passed }) => sum + passed, 0),
  total: checks.reduce((sum, { passed, failed }) => sum + passed + failed, 0),
})

/** The median in whole minutes; of an even number of times the mean of the two in the middle. */
function medianMinutes(times: readonly ImportToRegistration[]): number | null {
  const sorted = times
    .map(({ importedAt, registeredAt }) => Date.parse(registeredAt) - Date.parse(importedAt))
    .sort((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2 / MINUTE_MS)
}

function connectionsOf(runs: readonly RegisteredInRun[]): FigureConnection[] {
  const found = new Map(
    runs.map(({ connectionId: id, connection: name, environment }) => [id, { id, name, environment }]),
  )
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, requestLocale().language))
}

function namedError({ sheet: id, columnId, count }: FieldErrorCount): ErrorFigure[] {
  const sheet = findSheetById(id)
  if (!sheet) return []
  const selection = `field:${sheet.id}:${columnId}`
  return [{ name: fieldName(sheet, columnId), sheet: sheet.id, count, selection }]
}

/**
 * What a column with errors is called. A service may name a field that no column is for; '' is the record as a whole.
 */
export function fieldName(sheet: Sheet, columnId: string): string {
  const column = sheet.columns.find(one => one.id === columnId)
  return column ? columnName(column) : columnId || t('record')
}
