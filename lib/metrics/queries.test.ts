import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Histogram } from 'prom-client'
import { expect, test } from 'vitest'
import { queryNeeds } from '@/testing/metrics/promql'
import type { Measurements } from './measurements'
import { createRegistry } from './metrics'

// The alert rules and the dashboard in deploy/ query metrics by name and label.

const measurements: Measurements = {
  ...{ unconfirmed: new Map(), queued: new Map(), activeRuns: new Map(), haltedRuns: [] },
  ...{
    credentials: { expires: 0, expired: 0, failed: 0 },
    nextExpiry: 1,
    waitingDeliveries: 0,
    databaseBytes: 1,
    lastBackup: undefined,
    hasBackupFailed: false,
    isBackupLate: false,
    isInboxFailing: false,
  },
}

const facts = { version: '1.2.3', engine: 'SQLite 3.53.4', dataDir: tmpdir(), diskFloor: 1 }

/**
 * The labels of each metric that a scrape can show, by the names of its series; Prometheus adds `job` and `instance`.
 */
function exposedLabels(): Map<string, ReadonlySet<string>> {
  const exposed = new Map([['up', new Set(['job', 'instance'])]])
  for (const metric of createRegistry(facts, async () => measurements).getMetricsAsArray()) {
    const labels = ['job', 'instance', ...labelNamesOf(metric)]
    exposed.set(metric.name, new Set(labels))
    if (!(metric instanceof Histogram)) continue
    exposed.delete(metric.name)
    for (const part of ['count', 'sum']) exposed.set(`${metric.name}_${part}`, new Set(labels))
    exposed.set(`${metric.name}_bucket`, new Set([...labels, 'le']))
  }
  return exposed
}

/** prom-client has them at run time, but does not declare them. */
const labelNamesOf = (metric: object): readonly string[] =>
  'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames : []

/** An expression and the labels that its texts show, such as `{{kind}}` in a legend or `{{ $labels.kind }}`. */
interface Query {
  readonly expr: string
  readonly shown: readonly string[]
}

const labelsIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

function dashboardQueries(): Query[] {
  const { panels } = JSON.parse(readFileSync('deploy/grafana/lading.json', 'utf8')) as {
    panels: { targets?: { expr: string; legendFormat?: string }[] }[]
  }
  return panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr, legendFormat = '' }) => ({
      expr: expr.replaceAll('$job', 'lading'),
      shown: labelsIn(legendFormat, /\{\{\s*(\w+)\s*\}\}/g),
    })),
  )
}

/** Reads the rules without a reader of YAML: each begins with "- alert:", and `expr` is a line or a folded block. */
function alertQueries(): Query[] {
  const [, ...rules] = readFileSync('deploy/prometheus/alerts.yml', 'utf8').split(/^ {6}- alert: /m)
  return rules.map(rule => {
    const expr = /^ {8}expr: (?:>-\n((?: {10}.*\n)+)|(.*)\n)/m.exec(rule)
    return { expr: expr?.[1] ?? expr?.[2] ?? '', shown: labelsIn(rule, /\$labels\.(\w+)/g) }
  })
}

/** What an expression names that no scrape has, in words; none: it can be answered. */
function faultsOf({ expr, shown }: Query, exposed: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const { selectors, groupings } = queryNeeds(expr)
  const lacks = (metric: string, labels: readonly string[]) =>
    labels.filter(label => !exposed.get(metric)?.has(label)).map(label => `${metric} has no label ${label}`)
  const kept = groupings[0]?.labels
  const aggregatesAll = /^(?:sum|max|min)\(/.test(expr)
  const left = kept ?? (aggregatesAll ? [] : [...(exposed.get(selectors[0]?.metric ?? '') ?? [])])
  return [
    ...(selectors.length === 0 ? ['names no metric'] : []),
    ...selectors.filter(({ metric }) => !exposed.has(metric)).map(({ metric }) => `no metric ${metric}`),
    ...selectors.flatMap(({ metric, labels }) => lacks(metric, labels)),
    ...groupings.flatMap(({ metrics, labels }) => metrics.flatMap(metric => lacks(metric, labels))),
    ...shown.filter(label => !left.includes(label)).map(label => `shows ${label}, which its result lacks`),
  ].map(fault => `${expr.trim()}: ${fault}`)
}

test.each([
  { file: 'deploy/prometheus/alerts.yml', read: alertQueries, least: 14 },
  { file: 'deploy/grafana/lading.json', read: dashboardQueries, least: 30 },
])('$file queries only metrics and labels that a server has', ({ read, least }) => {
  const queries = read()
  expect(queries.length).toBeGreaterThanOrEqual(least)
  const exposed = exposedLabels()
  expect(queries.flatMap(query => faultsOf(query, exposed))).toEqual([])
})

test('a query of an unknown metric, of an unknown label, or with a legend of a lost label is a fault', () => {
  const exposed = new Map([['orders_total', new Set(['job', 'kind'])]])
  const faults = (expr: string, shown: readonly string[] = []) => faultsOf({ expr, shown }, exposed).length
  expect(faults('sum by (kind) (rate(orders_total{job="a"}[5m])) > 0 and on () time()', ['kind'])).toBe(0)
  expect(faults('sum by (kind) (rate(order_total[5m]))')).toBe(2)
  expect(faults('rate(orders_total{sort="a"}[5m])')).toBe(1)
  expect(faults('sum by (sort) (orders_total)')).toBe(1)
  expect(faults('sum by (kind) (orders_total)', ['job'])).toBe(1)
  expect(faults('max(orders_total)', ['kind'])).toBe(1)
  expect(faults('time() - 1')).toBe(1)
})

/** Whether Prometheus is installed; else its own check of the rules is skipped. */
const hasPromtool = (() => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

test.runIf(hasPromtool)('Prometheus accepts the configuration, and each alert fires when it should', () => {
  const run = (...args: string[]) =>
    execFileSync('promtool', args, { cwd: 'deploy/prometheus', encoding: 'utf8' })
  expect(run('check', 'config', 'prometheus.yml')).toContain('SUCCESS')
  expect(run('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
})

test.runIf(hasPromtool)('Prometheus can parse every expression of the dashboard', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-queries-'))
  const rules = dashboardQueries().map(({ expr }, at) => ({ record: `panel:${at}`, expr }))
  const file = join(folder, 'rules.yml')
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  const printed = execFileSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(printed).toContain(`SUCCESS: ${rules.length} rules found`)
})
