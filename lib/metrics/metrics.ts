import 'server-only'
import type { Server } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { logFault } from '@/lib/log/log'
import { countEvents } from './event-metrics'
import { exposeMetrics, serveMetrics } from './exposition'
import { LoopDelay } from './loop-delay'
import { MeasurementCache, type Measurements } from './measurements'
import { type ProcessFacts, showMeasurements, showProcess } from './state-metrics'

/** Where metrics are shown: at an address of their own (`port`), at `/metrics` of the desk (`token`), or at both. */
export interface MetricsAddress {
  readonly host: string
  readonly port: number | undefined
  readonly token: string | undefined
}

/**
 * Starts to count in this process, and shows the metrics.
 * @param readMeasurements queries the database
 * @returns the server of the own address. @throws if it cannot listen there
 */
export async function startMetrics(
  { host, port, token }: MetricsAddress,
  facts: ProcessFacts,
  readMeasurements: () => Promise<Measurements>,
): Promise<Server | undefined> {
  const registry = createRegistry(facts, readMeasurements)
  if (token !== undefined) exposeMetrics(registry, token)
  return port === undefined ? undefined : serveMetrics(registry, { host, port, token })
}

/** All metrics of a process. */
export function createRegistry(facts: ProcessFacts, readMeasurements: () => Promise<Measurements>): Registry {
  const registry = new Registry()
  const loopDelay = new LoopDelay()
  loopDelay.start()
  collectDefaultMetrics({ register: registry })
  countEvents(registry)
  showProcess(registry, facts, loopDelay)
  const report = (error: unknown) => logFault('the numbers for metrics could not be read', error)
  showMeasurements(registry, new MeasurementCache(readMeasurements, report))
  return registry
}
