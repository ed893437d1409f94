import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import type { Measurements } from './measurements'
import { createRegistry } from './metrics'

// The alert rules and the dashboard in deploy/ query metrics by name.

const measurements: Measurements = {
  ...{ unconfirmed: new Map(), queued: new Map(), activeRuns: new Map(), haltedRuns: [] },
  ...{
    credentials: { expires: 0, expired: 0, failed: 0 },
    nextExpiry: 1,
    waitingDeliveries: 0,
    databaseBytes: 1,
    lastBackup: undefined,
    hasBackupFailed: false,
  },
}

const facts = { version: '1.2.3', engine: 'SQLite 3.53.4', dataDir: tmpdir(), diskFloor: 1 }

/** Names of metrics in texts, without the suffixes of a histogram. */
const metricsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:lading|process|nodejs)_[a-z_]+/g)].map(([name]) =>
    name.replace(/_seconds_(?:bucket|count|sum)$/, '_seconds'),
  )

const expressionsOf = (file: string): string[] => {
  const text = readFileSync(file, 'utf8')
  if (!file.endsWith('.json')) return text.split('\n').filter(line => !line.trimStart().startsWith('#'))
  const { panels } = JSON.parse(text) as { panels: { targets?: { expr: string }[] }[] }
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

test.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/lading.json'])(
  '%s queries only metrics that a server has',
  async file => {
    const text = await createRegistry(facts, async () => measurements).metrics()
    const existing = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
    const queried = metricsIn(expressionsOf(file).join('\n'))
    expect(queried.length).toBeGreaterThan(10)
    expect(queried.filter(name => !existing.has(name))).toEqual([])
  },
)

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
