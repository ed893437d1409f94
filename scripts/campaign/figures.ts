import type { Fault } from '@/scripts/campaign/faults/faults'

/** The figures of a campaign. */
export class Figures {
  /** kill -9 of a process of the desk, by the point at which it died. */
  readonly kills = new Map<string, number>()
  /** kill -9 of the service and of the database, by the point. */
  readonly otherKills = new Map<string, number>()
  /** Faults that registrations met, and the number of checks with a fault. */
  readonly faults = new Map<Fault, number>()
  faultsOfChecks = 0
  /** Other faults of a database. */
  readonly troubles = new Map<string, number>()
  /** Accepted orders, and their results. */
  accepted = 0
  registered = 0
  doubled = 0
  lost = 0
  /** Registered here, unknown to the service, or with another id. */
  phantom = 0
  /** Requests with bytes of a registration, and those without an earlier row in the ledger. */
  requests = 0
  unannounced = 0
  /** Orders that an operator had to look up, the most after one kill, and the orders of one request. */
  unknown = 0
  mostUnknown = 0
  /** Steps in the ledger, and orders whose steps have a gap. */
  steps = 0
  broken = 0
  /** How often credentials were printed, the rows that must exist for them, and the missing rows. */
  issued = 0
  issuedRows = 0
  issuedLost = 0
  /** Clients that were created without both of their credentials. */
  issuedHalf = 0
  checkpoints = 0
  /** Requests of the server of the previous version; undefined when there was none. */
  olderRequests: number | undefined
  readonly sizes = new Set<number>()
  /** Milliseconds from the start of a process until no work of the killed process was left open. */
  readonly recovery: number[] = []
  readonly recoveryBuilt: number[] = []

  count<K>(map: Map<K, number>, key: K, by = 1) {
    map.set(key, (map.get(key) ?? 0) + by)
  }

  /** Adds the figures of another campaign. */
  add(other: Figures) {
    for (const name of ['kills', 'otherKills', 'faults', 'troubles'] as const)
      for (const [key, count] of other[name])
        this.count<unknown>(this[name] as Map<unknown, number>, key, count)
    for (const name of sums) this[name] += other[name]
    this.mostUnknown = Math.max(this.mostUnknown, other.mostUnknown)
    this.olderRequests ??= other.olderRequests
    for (const size of other.sizes) this.sizes.add(size)
    this.recovery.push(...other.recovery)
    this.recoveryBuilt.push(...other.recoveryBuilt)
  }

  /** The longest time from a start until no work of the killed process was left open, in milliseconds. */
  get slowest(): number {
    return Math.max(0, ...this.recovery, ...this.recoveryBuilt)
  }

  get allKills(): number {
    return total(this.kills) + total(this.otherKills)
  }

  /** Sentences about violated guarantees; none when all is well. */
  complaints(): string[] {
    return [
      this.doubled > 0 && `${this.doubled} orders are registered more than once`,
      this.lost > 0 && `${this.lost} orders are lost`,
      this.phantom > 0 && `${this.phantom} orders are registered here and not there`,
      this.broken > 0 && `the steps of ${this.broken} orders have a gap`,
      this.issuedLost > 0 && `${this.issuedLost} of ${this.issuedRows} rows of issued credentials are lost`,
      this.issuedHalf > 0 && `${this.issuedHalf} clients were made without both of their credentials`,
      this.olderRequests === 0 && 'the server of the previous version sent nothing',
      this.unannounced > 0 && `${this.unannounced} requests were sent that no row of the ledger announced`,
      this.registered !== this.accepted && `${this.accepted - this.registered} orders never got through`,
      this.mostUnknown > Math.max(...this.sizes) && `${this.mostUnknown} orders in doubt after one kill`,
    ].filter(one => one !== false)
  }
}

const sums = [
  'faultsOfChecks',
  'accepted',
  'registered',
  'doubled',
  'lost',
  'phantom',
  'requests',
  'unannounced',
  'unknown',
  'steps',
  'broken',
  'issued',
  'issuedRows',
  'issuedLost',
  'issuedHalf',
  'checkpoints',
] as const

const total = (counts: ReadonlyMap<unknown, number>) =>
  [...counts.values()].reduce((sum, one) => sum + one, 0)

/** The figures as a campaign prints them. */
export function describe(figures: Figures): string {
  const list = (counts: ReadonlyMap<string, number>) =>
    [...counts]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')
  const times = (name: string, all: readonly number[]) => {
    const sorted = [...all].sort((a, b) => a - b)
    const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
    return sorted.length > 0
      ? [`recovered after ${name}: median ${at(0.5)} ms, slowest ${at(1)} ms (${sorted.length} starts)`]
      : []
  }
  return [
    `kills: ${figures.allKills} (${total(figures.kills)} of the desk, ${total(figures.otherKills)} around it)`,
    `  of the desk: ${list(figures.kills)}`,
    `  around it: ${list(figures.otherKills)}`,
    `faults of registrations: ${total(figures.faults)} (${list(figures.faults)}); of checks: ${figures.faultsOfChecks}`,
    ...(figures.troubles.size > 0 ? [`troubles of the storage: ${list(figures.troubles)}`] : []),
    `orders: ${figures.accepted} accepted, ${figures.registered} registered, doubled ${figures.doubled}, lost ${figures.lost}, phantom ${figures.phantom}`,
    `steps of orders: ${figures.steps}, orders with a gap ${figures.broken}`,
    `requests with bytes of a registration: ${figures.requests}, without a row of the ledger before them: ${figures.unannounced}`,
    ...(figures.issued > 0
      ? [
          `credentials issued beside: ${figures.issued} times, ${figures.issuedRows} rows, lost ${figures.issuedLost}, half ${figures.issuedHalf}; forced checkpoints: ${figures.checkpoints}`,
        ]
      : []),
    ...(figures.olderRequests === undefined
      ? []
      : [`requests of the previous version beside: ${figures.olderRequests}`]),
    `in doubt: ${figures.unknown} in all, at most ${figures.mostUnknown} after one kill (requests of ${[...figures.sizes].join(' or ')})`,
    ...times('kill -9 of a runner', figures.recovery),
    ...times('kill -9 of a built server', figures.recoveryBuilt),
  ].join('\n')
}
