import type { WriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createConnection, setIdempotency } from '@/lib/store/connections/connections'
import { type Database, type DatabaseLocation, openDatabase } from '@/lib/store/db/database'
import { verifyIntegrity } from '@/lib/store/db/integrity-check'
import { loadKeys, makeKeyring } from '@/lib/store/secrets/keyring'
import { listClients } from '@/lib/store/service/client-list'
import { Disturbances, isCheck } from '@/scripts/campaign/faults/disturbances'
import { FaultProxy, type Seen, type WayPoint } from '@/scripts/campaign/faults/fault-proxy'
import { faultNames } from '@/scripts/campaign/faults/faults'
import { type KillPoint, killPoints } from '@/scripts/campaign/faults/kill-points'
import { blockWrites, exhaustFileHandles } from '@/scripts/campaign/faults/storage-faults'
import type { Child } from '@/scripts/campaign/processes/child'
import { CredentialIssuers, countIssued } from '@/scripts/campaign/processes/credential-issuers'
import { type Desk, Desks } from '@/scripts/campaign/processes/desks'
import { ServiceProcess } from '@/scripts/campaign/processes/service-process'
import { Figures } from './figures'
import { LedgerView } from './ledger-view'
import { Operators } from './operators'
import { Deck, type SeededRandom } from './seeded-random'

/** The parts of a scenario. */
export interface ScenarioOptions {
  readonly place: DatabaseLocation
  /** Processes at a time. */
  readonly desks: number
  /** Uses built servers instead of bare runners. */
  readonly isBuilt?: boolean
  readonly kills: number
  /** Orders of one registration. */
  readonly size: number
  readonly random: SeededRandom
  /** The bundled desk. */
  readonly file: string
  /** Receives what processes print. */
  readonly log: WriteStream
  /** Before the kills, registrations meet every fault at least once. */
  readonly isSweep?: boolean
  /** Kills the database and starts it again. */
  readonly crashDatabase?: () => Promise<void>
  /** Fills the disk of the database, and frees it a little later. */
  readonly fillDisk?: (kept: number) => Promise<void>
  /** From time to time writes are blocked for 10 s, or desks cannot open files. */
  readonly hasStorageFaults?: boolean
  /** Other processes issue credentials and force checkpoints in the same folder. */
  readonly issuesCredentials?: boolean
  /** Folder of the previous version, built: a server of it works beside those of this version, and is not killed. */
  readonly previous?: string | undefined
  /** The service honours idempotency keys, and no operator resolves unknown outcomes. */
  readonly honoursKeys?: boolean
  /** Folder of the service's counts, if it is not that of the database. */
  readonly countedIn?: string
}

/**
 * Desks register orders at a service that counts them, while both are killed and the connections between them break.
 * Operators resolve unknown outcomes. The scenario ends after enough kills, when every order is registered.
 */
export class Scenario {
  readonly figures = new Figures()
  private readonly points: Deck<KillPoint>
  private readonly disturbances: Disturbances
  private readonly proxy: FaultProxy
  private readonly service: ServiceProcess
  private living: Desk[] = []
  /** The server of the previous version. */
  private older: Child | undefined
  private desks: Desks | undefined
  private clerk: Child | undefined
  private database: Database | undefined
  private operators: Operators | undefined
  private issuers: CredentialIssuers | undefined
  /** The point of a request at which all desks are killed. */
  private trap: WayPoint | undefined
  private isBreaking = true

  constructor(private readonly options: ScenarioOptions) {
    const { random, desks, isBuilt = false } = options
    this.points = new Deck(killPoints(desks, isBuilt), random)
    this.proxy = new FaultProxy({
      port: () => this.service.port,
      isReset: () => this.disturbances.takeReset(),
      choose: path => (this.isBreaking && !this.trap ? this.disturbances.chooseFault(path) : undefined),
      record: seen => this.recordRequest(seen),
      at: (point, path) => this.killAtPoint(point, path),
    })
    const countedIn = options.countedIn ?? options.place.dataDir
    this.service = new ServiceProcess(
      join(countedIn, 'counted'),
      options.log,
      at => this.figures.count(this.figures.otherKills, at),
      options.honoursKeys,
    )
    this.figures.sizes.add(options.size)
    const around = { service: () => this.service, proxy: () => this.proxy, figures: this.figures, isBuilt }
    this.disturbances = new Disturbances({
      ...options,
      ...around,
      ...(options.hasStorageFaults && {
        blockWrites: () => blockWrites(options.place),
        exhaustFileHandles: () =>
          exhaustFileHandles(this.living.filter(one => one.child.isAlive).map(one => one.child.pid)),
      }),
    })
  }

  /** Runs the scenario. @throws Error when it makes no progress */
  async run(): Promise<Figures> {
    try {
      await this.open()
      if (this.options.isSweep) await this.sweep()
      while (this.figures.allKills < this.options.kills) await this.killOne()
      await this.issuers?.stop()
      await this.finish()
      await this.audit()
      return this.figures
    } finally {
      await this.close()
    }
  }

  private async open() {
    const { place, log, size, file } = this.options
    await this.service.start()
    await this.proxy.listen()
    this.desks = new Desks(place, this.proxy.url, file, log)
    await this.startPrevious()
    const database = await openDatabase(place)
    this.database = database
    const ring = makeKeyring(loadKeys(place.dataDir))
    const input = { name: 'Counting', environment: 'test', baseUrl: this.proxy.url } as const
    const made = { ...input, accessToken: 'token', secretKey: 'key', registerSize: size }
    const { id: connectionId } = await createConnection(database.kysely, made, ring)
    if (this.options.honoursKeys) await setIdempotency(database.kysely, connectionId, 'honoured')
    const clerk = this.desks.clerk()
    this.clerk = clerk
    if (this.options.issuesCredentials) {
      this.issuers = new CredentialIssuers(place.dataDir, this.options.random, log)
      await this.issuers.start()
    }
    const { service, proxy, figures, isAlive } = this
    this.operators = new Operators({
      connectionId,
      size,
      clerk,
      service,
      proxy,
      figures,
      isAlive,
      view: look => this.view(look),
      enqueuer: () =>
        this.living.find(({ point }) => point.kind === 'code' && point.at.endsWith('enqueue'))?.child,
      isOpen: () => this.isBreaking,
      resolves: this.options.honoursKeys !== true,
    })
  }

  /** Starts the server of the previous version first: it refuses a database that a newer version has migrated. */
  private async startPrevious() {
    const { previous } = this.options
    if (!previous) return
    const started = await this.desks?.startBuilt({ kind: 'random', at: 'any moment' }, previous)
    this.older = started?.child
  }

  private async close() {
    await this.issuers?.stop().catch(() => {})
    await this.older?.kill()
    await Promise.all(this.living.map(desk => desk.child.kill()))
    await Promise.all([this.clerk?.kill(), this.desks?.close(), this.service.close()])
    await this.proxy.close()
    await this.database?.close()
  }

  /** Registers until each fault happened once, without kills. */
  private async sweep() {
    await this.startMissing()
    await this.until(
      'registrations met every fault',
      async () => {
        await this.work(50)
        this.removeDead()
        await this.startMissing()
        return faultNames.every(name => this.figures.faults.has(name))
      },
      180_000,
    )
  }

  /** Starts the missing desks and kills one of them. */
  private async killOne() {
    const unknownBefore = await this.view(view => view.countUnknown())
    await this.startMissing()
    const unknown = (await this.view(view => view.countUnknown())) - unknownBefore
    this.figures.mostUnknown = Math.max(this.figures.mostUnknown, unknown)
    await this.operators?.operate()
    await this.disturbances.breakEnvironment()
    const desk = this.options.random.shuffle(this.living)[0]
    if (desk) await this.killAt(desk)
    this.removeDead()
  }

  /** Removes dead processes. @throws Error when one of them ended without being killed */
  private removeDead() {
    const children = [...this.living.map(one => one.child), this.clerk, this.older]
    const codes = children.flatMap(child => child?.quit ?? [])
    if (codes.length > 0) throw new Error(`a process ended by itself, with ${codes}`)
    this.living = this.living.filter(one => one.child.isAlive)
  }

  private async startMissing() {
    const { desks, isBuilt, random } = this.options
    for (; this.desks && this.living.length < desks; ) {
      const began = performance.now()
      const point = this.isBreaking ? this.points.draw() : ({ kind: 'random', at: 'any moment' } as const)
      const starting = isBuilt
        ? this.desks.startBuilt(point)
        : this.desks.startBare(point, random.between(1, 3))
      this.living.push(await starting)
      await this.until('the attempts of dead processes are taken over', async () => {
        if (this.living.every(one => !one.child.isAlive)) return true
        return (await this.view(view => view.openAttempts(this.isAlive))).left === 0
      })
      const { recovery, recoveryBuilt } = this.figures
      ;(isBuilt ? recoveryBuilt : recovery).push(performance.now() - began)
    }
  }

  private async killAt(desk: Desk) {
    const { random, isBuilt } = this.options
    const { point } = desk
    const timeoutMs = isBuilt ? 6000 : 2000
    if (point.kind === 'random') await this.work(random.between(0, isBuilt ? 1500 : 400))
    if (point.kind === 'way') this.trap = point.at
    if (point.kind === 'zombie') await this.sleepAndWake(desk)
    if (point.kind === 'code' || point.kind === 'way') await this.work(timeoutMs, desk)
    const isTrapped = point.kind !== 'way' || this.trap === undefined
    const isThere = point.kind === 'code' ? !desk.child.isAlive : isTrapped
    this.trap = undefined
    if (desk.child.isAlive) await desk.child.kill()
    const died = this.living.filter(one => !one.child.isAlive)
    for (const one of died) {
      const { kind, at } = one.point
      const name = one === desk ? (isThere ? at : 'any moment') : kind === 'code' ? at : point.at
      this.figures.count(this.figures.kills, name)
    }
  }

  /** Lets operators work for some time, or until a desk is dead. */
  private async work(ms: number, desk?: Desk) {
    for (const end = performance.now() + ms; performance.now() < end; ) {
      if (desk && !desk.child.isAlive) return
      await this.operators?.operate()
      await wait(Math.min(25, Math.max(1, end - performance.now())))
    }
  }

  /** Stops a process beyond its lease while others continue, and wakes it in the middle of its work. */
  private async sleepAndWake({ child }: Desk) {
    await this.work(this.options.random.between(0, 200))
    child.signal('SIGSTOP')
    await this.work(2600)
    child.signal('SIGCONT')
    await this.work(300)
  }

  /** Ends kills and faults, and waits until every order is registered. */
  private async finish() {
    this.isBreaking = false
    await this.until(
      'every order is registered',
      async () => {
        this.removeDead()
        await this.startMissing()
        await this.operators?.operate()
        return (await this.operators?.isDone()) === true
      },
      60_000,
    )
  }

  private async audit() {
    const there = this.service.registered()
    const here = await this.view(view => view.registered())
    const { figures } = this
    const accepted = this.operators?.accepted ?? new Set()
    figures.accepted = accepted.size
    figures.registered = [...accepted].filter(number => here.has(number)).length
    figures.doubled = [...there.values()].filter(ids => ids.length > 1).length
    figures.lost = [...there.keys()].filter(number => !here.has(number)).length
    figures.phantom = [...here].filter(([number, id]) => there.get(number)?.[0] !== id).length
    const { all, brokenOrders } = await this.view(view => view.steps())
    figures.steps = all
    figures.broken = brokenOrders
    const { older } = this
    if (older) figures.olderRequests = await this.view(view => view.countRequestsOf(older.pid))
    if (this.issuers) await this.auditIssuers(this.issuers)
  }

  /** @throws Error when the database file is damaged */
  private async auditIssuers(rivals: CredentialIssuers) {
    const { figures, database } = this
    if (!database) return
    Object.assign(figures, countIssued(rivals.issued, await listClients(database.kysely, new Date())))
    figures.checkpoints = rivals.checkpoints
    figures.count(figures.otherKills, 'credentials and checkpoints', rivals.kills)
    await verifyIntegrity(this.options.place)
  }

  private async recordRequest(seen: Seen): Promise<void> {
    if (isCheck(seen.path) || seen.body.length === 0) return
    this.figures.requests++
    if (!(await this.view(view => view.announces(seen)))) this.figures.unannounced++
  }

  private killAtPoint(point: WayPoint, path: string): boolean {
    if (this.trap !== point || isCheck(path)) return false
    this.trap = undefined
    for (const { child } of this.living) child.signal('SIGKILL')
    return true
  }

  private readonly isAlive = (pid: number) =>
    (this.older?.isAlive && this.older.pid === pid) ||
    this.living.some(({ child }) => child.isAlive && child.pid === pid)

  /** Reads the ledger; waits while the database is unavailable. */
  private async view<T>(look: (view: LedgerView) => Promise<T>): Promise<T> {
    if (!this.database) throw new Error('the scenario is not open')
    for (const end = performance.now() + 15_000; ; await wait(50)) {
      try {
        return await look(new LedgerView(this.database))
      } catch (error) {
        if (performance.now() > end) throw error
      }
    }
  }

  private async until(what: string, isSo: () => Promise<boolean>, timeoutMs = 20_000) {
    for (const end = performance.now() + timeoutMs; !(await isSo()); await wait(10))
      if (performance.now() > end) throw new Error(`not within ${timeoutMs / 1000} s: ${what}`)
  }
}
