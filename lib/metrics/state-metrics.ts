import 'server-only'
import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import type { LoopDelay } from './loop-delay'
import type { MeasurementCache, Measurements } from './measurements'

const ENVIRONMENTS = ['sandbox', 'test', 'production'] as const
const KINDS = ['check', 'register'] as const
const HALTED_STATES = ['paused', 'stopped', 'waiting'] as const
const CREDENTIAL_STATES = ['expires', 'expired', 'failed'] as const

/** One value of a gauge with its labels. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

interface MeasuredGauge {
  readonly name: string
  readonly help: string
  readonly labelNames?: string[]
  readonly samples: (measurements: Measurements) => readonly Sample[]
}

/** Every sample of a state that has no orders is 0, so that an alert on it never lacks its series. */
const MEASURED_GAUGES: readonly MeasuredGauge[] = [
  {
    name: 'lading_unconfirmed_orders',
    help: 'Orders and products whose registration cannot be proven, by environment.',
    labelNames: ['environment'],
    samples: ({ unconfirmed }) =>
      ENVIRONMENTS.map(environment => [{ environment }, unconfirmed.get(environment) ?? 0]),
  },
  {
    name: 'lading_queued_orders',
    help: 'Orders and products of active registrations that are not sent yet, by environment.',
    labelNames: ['environment'],
    samples: ({ queued }) => ENVIRONMENTS.map(environment => [{ environment }, queued.get(environment) ?? 0]),
  },
  {
    name: 'lading_active_runs',
    help: 'Runs that are being worked on, by kind.',
    labelNames: ['kind'],
    samples: ({ activeRuns }) => KINDS.map(kind => [{ kind }, activeRuns.get(kind) ?? 0]),
  },
  {
    name: 'lading_halted_runs',
    help: 'Runs with orders left that need a person (paused, stopped), or wait because their service asked for it.',
    labelNames: ['kind', 'state'],
    samples: ({ haltedRuns }) =>
      KINDS.flatMap(kind =>
        HALTED_STATES.map(state => [
          { kind, state },
          haltedRuns.filter(run => run.kind === kind && run.state === state).length,
        ]),
      ),
  },
  {
    name: 'lading_connection_credentials',
    help: 'Credentials of connections that expire soon, have expired, or failed their last test.',
    labelNames: ['state'],
    samples: ({ credentials }) => CREDENTIAL_STATES.map(state => [{ state }, credentials[state]]),
  },
  {
    name: 'lading_connection_next_expiry_timestamp_seconds',
    help: 'When the first valid access token of a connection expires; without a value if none does.',
    samples: ({ nextExpiry }) => (nextExpiry === undefined ? [] : [[{}, nextExpiry]]),
  },
  {
    name: 'lading_waiting_notifications',
    help: 'Notifications that wait to be sent, or to be sent again.',
    samples: ({ waitingDeliveries }) => [[{}, waitingDeliveries]],
  },
  {
    name: 'lading_last_backup_timestamp_seconds',
    help: 'When the newest scheduled backup was begun; without a value if there is none.',
    samples: ({ lastBackup }) => (lastBackup === undefined ? [] : [[{}, lastBackup]]),
  },
  {
    name: 'lading_backup_failed',
    help: '1 if the last scheduled backup failed.',
    samples: ({ hasBackupFailed }) => [[{}, hasBackupFailed ? 1 : 0]],
  },
  {
    name: 'lading_backup_late',
    help: '1 if no scheduled backup was made for twice BACKUP_EVERY.',
    samples: ({ isBackupLate }) => [[{}, isBackupLate ? 1 : 0]],
  },
  {
    name: 'lading_inbox_failing',
    help: '1 if files wait because INBOX_DIR of this server does not work.',
    samples: ({ isInboxFailing }) => [[{}, isInboxFailing ? 1 : 0]],
  },
  {
    name: 'lading_database_bytes',
    help: 'Size of the database.',
    samples: ({ databaseBytes }) => [[{}, databaseBytes]],
  },
]

/**
 * Adds gauges of the workspace, whose values a scrape takes from the cache. When the database cannot be read they have
 * no value, and `lading_measurements_up` is 0.
 */
export function showMeasurements(registry: Registry, cache: MeasurementCache): void {
  for (const { samples, ...options } of MEASURED_GAUGES)
    new Gauge({
      ...options,
      registers: [registry],
      async collect() {
        const measurements = await cache.get()
        this.reset()
        // A reset sets a gauge without labels to 0.
        if (!options.labelNames) this.remove()
        for (const [labels, value] of measurements ? samples(measurements) : []) this.set(labels, value)
      },
    })
  new Gauge({
    name: 'lading_measurements_up',
    help: '1 if the numbers of the workspace could be read from the database.',
    registers: [registry],
    async collect() {
      this.set((await cache.get()) ? 1 : 0)
    },
  })
}

/** What a process knows of itself and of its machine. */
export interface ProcessFacts {
  readonly version: string
  /** The engine of the database and its version, such as "SQLite 3.53.4". */
  readonly engine: string
  readonly dataDir: string
  /** Bytes that `DISK_FLOOR_MB` reserves. */
  readonly diskFloor: number
}

/** Adds gauges that need no database. */
export function showProcess(registry: Registry, facts: ProcessFacts, loopDelay: LoopDelay): void {
  const registers = [registry]
  new Gauge({
    name: 'lading_build_info',
    help: 'Always 1; the labels are the versions of Lading, of Node and of the database.',
    labelNames: ['version', 'node', 'database'],
    registers,
  }).set({ version: facts.version, node: process.versions.node, database: facts.engine }, 1)
  new Gauge({
    name: 'lading_event_loop_delay_max_seconds',
    help: 'The longest delay of the event loop in the last minute.',
    registers,
    collect() {
      this.set(loopDelay.maxSeconds)
    },
  })
  new Gauge({
    name: 'lading_disk_free_bytes',
    help: 'Free bytes on the disk of DATA_DIR.',
    registers,
    async collect() {
      const { bavail, bsize } = await statfs(facts.dataDir)
      this.set(bavail * bsize)
    },
  })
  new Gauge({
    name: 'lading_disk_size_bytes',
    help: 'Size of the disk of DATA_DIR.',
    registers,
    async collect() {
      const { blocks, bsize } = await statfs(facts.dataDir)
      this.set(blocks * bsize)
    },
  })
  new Gauge({
    name: 'lading_disk_floor_bytes',
    help: 'Below so many free bytes no new work is accepted (DISK_FLOOR_MB).',
    registers,
  }).set(facts.diskFloor)
}
