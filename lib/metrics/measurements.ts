import 'server-only'

type RunKind = 'check' | 'register'

/** `sandbox` is the embedded service. */
export type EnvironmentLabel = 'sandbox' | 'test' | 'production'

/** What is true of the workspace at one moment, in numbers. Nothing names a person, a shop or an order. */
export interface Measurements {
  /** Orders and products whose registration cannot be proven. */
  readonly unconfirmed: ReadonlyMap<EnvironmentLabel, number>
  /** Orders and products of active registrations that are not sent yet. */
  readonly queued: ReadonlyMap<EnvironmentLabel, number>
  /** Runs that are being worked on. */
  readonly activeRuns: ReadonlyMap<RunKind, number>
  /** Runs that need a person, or wait because their service asked for it, with the orders that they have not sent. */
  readonly haltedRuns: readonly { readonly kind: RunKind; readonly state: HaltedState }[]
  /** Credentials of connections that need a person. */
  readonly credentials: Readonly<Record<CredentialState, number>>
  /** When the first valid access token of a connection expires, in seconds since the epoch; undefined: none does. */
  readonly nextExpiry: number | undefined
  /** Notifications that wait to be sent, or to be sent again. */
  readonly waitingDeliveries: number
  /** When the newest scheduled backup was begun, in seconds since the epoch; undefined: there is none. */
  readonly lastBackup: number | undefined
  /** Whether a scheduled backup failed after it. */
  readonly hasBackupFailed: boolean
  /** Whether no scheduled backup was made for twice the time between two. */
  readonly isBackupLate: boolean
  /** Whether files wait because the watched folder of this server does not work. */
  readonly isInboxFailing: boolean
  readonly databaseBytes: number
}

export type HaltedState = 'paused' | 'stopped' | 'waiting'

export type CredentialState = 'expires' | 'expired' | 'failed'

/** How long measurements are used again, in milliseconds: scrapes, however many, cost one reading in this time. */
const LIFETIME_MS = 10_000
/** How long a scrape waits for a reading, in milliseconds; Prometheus gives up after 10 s. */
const TIMEOUT_MS = 5_000

/** Reads measurements at most once in ten seconds, and shares a reading that is under way. */
export class MeasurementCache {
  private reading: Promise<Measurements | undefined> | undefined
  private readAt = Number.NEGATIVE_INFINITY

  /**
   * @param read queries the database
   * @param report called with the error of a reading that failed
   * @param now milliseconds
   */
  constructor(
    private readonly read: () => Promise<Measurements>,
    private readonly report: (error: unknown) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Measurements that are at most ten seconds old; undefined if they cannot be read, or not within five seconds. */
  get(): Promise<Measurements | undefined> {
    if (!this.reading || this.now() - this.readAt >= LIFETIME_MS) {
      this.readAt = this.now()
      this.reading = this.readOnce()
    }
    return this.reading
  }

  private async readOnce(): Promise<Measurements | undefined> {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<undefined>(resolve => {
      timer = setTimeout(resolve, TIMEOUT_MS, undefined)
    })
    const reading = this.read().catch(error => {
      this.report(error)
      return undefined
    })
    const measurements = await Promise.race([reading, tooLate])
    clearTimeout(timer)
    return measurements
  }
}
