import type { WriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { listClients } from '@/lib/store/client-list'
import { createConnection } from '@/lib/store/connections'
import { type Database, type DatabasePlace, openDatabase } from '@/lib/store/database'
import { keptKeys, makeKeyring } from '@/lib/store/keyring'
import { requireSound } from '@/lib/store/soundness'
import { type Chance, Deck } from './chance'
import type { Child } from './child'
import { type Desk, Desks } from './desks'
import { FaultProxy, type Seen, type WayPoint } from './fault-proxy'
import { faultNames } from './faults'
import { Figures } from './figures'
import { LedgerView } from './ledger-view'
import { People } from './people'
import { killPoints, type Point } from './points'
import { countIssued, Rivals } from './rivals'
import { ServiceProcess } from './service-process'
import { holdWriting, starve } from './storage-trouble'
import { isCheck, Trouble } from './trouble'

/** What happens in a scene. */
export interface SceneOptions {
  readonly place: DatabasePlace
  /** Processes at a time. */
  readonly desks: 1 | 2
  /** Servers as they are shipped in place of bare runners. */
  readonly isBuilt?: boolean
  readonly kills: number
  /** Orders of one registration. */
  readonly size: number
  readonly chance: Chance
  /** The bundled desk, and where what processes print goes. */
  readonly file: string
  readonly log: WriteStream
  /** Before the kills, registrations meet every fault at least once. */
  readonly isSweep?: boolean
  /** Kills the database and starts it again. */
  readonly crashDatabase?: () => Promise<void>
  /** Fills the disk that the database is on, and gives it room again by itself a little later. */
  readonly fillDisk?: (kept: number) => Promise<void>
  /** Now and then nobody may write for 10 s, or desks may open no file. */
  readonly isStarved?: boolean
  /** Other processes issue credentials and force checkpoints in the same folder. */
  readonly hasRivals?: boolean
  /** Where the service counts, if not beside the database. */
  readonly countedIn?: string
}

/**
 * Desks that register orders at a service that counts, while both are killed and everything between them breaks;
 * a person looks after what is in doubt. It goes on until enough were killed and every order is registered.
 */
export class Scene {
  readonly figures = new Figures()
  private readonly points: Deck<Point>
  private readonly trouble: Trouble
  private readonly proxy: FaultProxy
  private readonly service: ServiceProcess
  private living: Desk[] = []
  private desks: Desks | undefined
  private clerk: Child | undefined
  private database: Database | undefined
  private people: People | undefined
  private rivals: Rivals | undefined
  /** Where all desks die when a request comes there. */
  private trap: WayPoint | undefined
  private isBreaking = true

  constructor(private readonly options: SceneOptions) {
    const { chance, desks, isBuilt = false } = options
    this.points = new Deck(killPoints(desks, isBuilt), chance)
    this.proxy = new FaultProxy({
      port: () => this.service.port,
      isReset: () => this.trouble.takeReset(),
      choose: path => (this.isBreaking && !this.trap ? this.trouble.chooseFault(path) : undefined),
      witness: seen => this.witness(seen),
      at: (point, path) => this.spring(point, path),
    })
    const countedIn = options.countedIn ?? options.place.dataDir
    this.service = new ServiceProcess(join(countedIn, 'counted'), options.log, at =>
      this.figures.count(this.figures.otherKills, at),
    )
    this.figures.sizes.add(options.size)
    const around = { service: () => this.service, proxy: () => this.proxy, figures: this.figures, isBuilt }
    this.trouble = new Trouble({
      ...options,
      ...around,
      ...(options.isStarved && {
        holdWriting: () => holdWriting(options.place),
        starve: () => starve(this.living.filter(one => one.child.isAlive).map(one => one.child.pid)),
      }),
    })
  }

  /** Plays it. @throws Error when something stands still that should not */
  async play(): Promise<Figures> {
    try {
      await this.open()
      if (this.options.isSweep) await this.sweep()
      while (this.figures.allKills < this.options.kills) await this.life()
      await this.rivals?.stop()
      await this.settle()
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
    const database = await openDatabase(place)
    this.database = database
    const ring = makeKeyring(keptKeys(place.dataDir))
    const input = { name: 'Counting', environment: 'test', baseUrl: this.proxy.url } as const
    const made = { ...input, accessToken: 'token', secretKey: 'key', registerSize: size }
    const { id: connectionId } = await createConnection(database.kysely, made, ring)
    this.desks = new Desks(place, this.proxy.url, file, log)
    const clerk = this.desks.clerk()
    this.clerk = clerk
    if (this.options.hasRivals) {
      this.rivals = new Rivals(place.dataDir, this.options.chance, log)
      await this.rivals.start()
    }
    const { service, proxy, figures, isAlive } = this
    this.people = new People({
      ...{ connectionId, size, clerk, service, proxy, figures, isAlive },
      view: look => this.view(look),
      enqueuer: () =>
        this.living.find(({ point }) => point.kind === 'code' && point.at.endsWith('enqueue'))?.child,
      isOpen: () => this.isBreaking,
    })
  }

  private async close() {
    await this.rivals?.stop().catch(() => {})
    await Promise.all(this.living.map(desk => desk.child.kill()))
    await Promise.all([this.clerk?.kill(), this.desks?.close(), this.service.close()])
    await this.proxy.close()
    await this.database?.close()
  }

  /** Every fault once, with nobody killed. */
  private async sweep() {
    await this.startMissing()
    await this.until(
      'registrations met every fault',
      async () => {
        await this.work(50)
        this.bury()
        await this.startMissing()
        return faultNames.every(name => this.figures.faults.has(name))
      },
      180_000,
    )
  }

  /** From the start of desks to the death of one of them. */
  private async life() {
    const unknownBefore = await this.view(view => view.countUnknown())
    await this.startMissing()
    const unknown = (await this.view(view => view.countUnknown())) - unknownBefore
    this.figures.mostUnknown = Math.max(this.figures.mostUnknown, unknown)
    await this.people?.operate()
    await this.trouble.breakAround()
    const desk = this.options.chance.shuffle(this.living)[0]
    if (desk) await this.killAt(desk)
    this.bury()
  }

  /** Forgets the dead. @throws Error when one of them was not killed */
  private bury() {
    const codes = [...this.living.map(one => one.child), this.clerk].flatMap(child => child?.quit ?? [])
    if (codes.length > 0) throw new Error(`a process ended by itself, with ${codes}`)
    this.living = this.living.filter(one => one.child.isAlive)
  }

  private async startMissing() {
    const { desks, isBuilt, chance } = this.options
    for (; this.desks && this.living.length < desks; ) {
      const began = performance.now()
      const point = this.isBreaking ? this.points.draw() : ({ kind: 'random', at: 'any moment' } as const)
      const starting = isBuilt
        ? this.desks.startBuilt(point)
        : this.desks.startBare(point, chance.between(1, 3))
      this.living.push(await starting)
      await this.until('what the dead left is taken up', async () => {
        if (this.living.every(one => !one.child.isAlive)) return true
        return (await this.view(view => view.openAttempts(this.isAlive))).left === 0
      })
      const { recovery, recoveryBuilt } = this.figures
      ;(isBuilt ? recoveryBuilt : recovery).push(performance.now() - began)
    }
  }

  private async killAt(desk: Desk) {
    const { chance, isBuilt } = this.options
    const { point } = desk
    const patience = isBuilt ? 6000 : 2000
    if (point.kind === 'random') await this.work(chance.between(0, isBuilt ? 1500 : 400))
    if (point.kind === 'way') this.trap = point.at
    if (point.kind === 'zombie') await this.sleepAndWake(desk)
    if (point.kind === 'code' || point.kind === 'way') await this.work(patience, desk)
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

  /** Lets it all go on for so long, or until this desk is dead. */
  private async work(ms: number, desk?: Desk) {
    for (const end = performance.now() + ms; performance.now() < end; ) {
      if (desk && !desk.child.isAlive) return
      await this.people?.operate()
      await wait(Math.min(25, Math.max(1, end - performance.now())))
    }
  }

  /** A process that sleeps beyond its lease while others go on, and wakes in the middle of what it did. */
  private async sleepAndWake({ child }: Desk) {
    await this.work(this.options.chance.between(0, 200))
    child.signal('SIGSTOP')
    await this.work(2600)
    child.signal('SIGCONT')
    await this.work(300)
  }

  /** No more kills and faults: what is left gets through. */
  private async settle() {
    this.isBreaking = false
    await this.until(
      'every order is registered',
      async () => {
        this.bury()
        await this.startMissing()
        await this.people?.operate()
        return (await this.people?.isDone()) === true
      },
      60_000,
    )
  }

  private async audit() {
    const there = this.service.registered()
    const here = await this.view(view => view.registered())
    const { figures } = this
    const accepted = this.people?.accepted ?? new Set()
    figures.accepted = accepted.size
    figures.registered = [...accepted].filter(number => here.has(number)).length
    figures.doubled = [...there.values()].filter(ids => ids.length > 1).length
    figures.lost = [...there.keys()].filter(number => !here.has(number)).length
    figures.phantom = [...here].filter(([number, id]) => there.get(number)?.[0] !== id).length
    const { all, brokenOrders } = await this.view(view => view.steps())
    figures.steps = all
    figures.broken = brokenOrders
    if (this.rivals) await this.auditRivals(this.rivals)
  }

  /** @throws Error when the file is damaged */
  private async auditRivals(rivals: Rivals) {
    const { figures, database } = this
    if (!database) return
    Object.assign(figures, countIssued(rivals.issued, await listClients(database.kysely, new Date())))
    figures.checkpoints = rivals.checkpoints
    figures.count(figures.otherKills, 'credentials and checkpoints', rivals.kills)
    await requireSound(this.options.place)
  }

  private async witness(seen: Seen): Promise<void> {
    if (isCheck(seen.path) || seen.body.length === 0) return
    this.figures.requests++
    if (!(await this.view(view => view.announces(seen)))) this.figures.unannounced++
  }

  private spring(point: WayPoint, path: string): boolean {
    if (this.trap !== point || isCheck(path)) return false
    this.trap = undefined
    for (const { child } of this.living) child.signal('SIGKILL')
    return true
  }

  private readonly isAlive = (pid: number) =>
    this.living.some(({ child }) => child.isAlive && child.pid === pid)

  /** Looks into the ledger; while the database is away, waits for it. */
  private async view<T>(look: (view: LedgerView) => Promise<T>): Promise<T> {
    if (!this.database) throw new Error('the scene is not open')
    for (const end = performance.now() + 15_000; ; await wait(50)) {
      try {
        return await look(new LedgerView(this.database))
      } catch (error) {
        if (performance.now() > end) throw error
      }
    }
  }

  private async until(what: string, isSo: () => Promise<boolean>, patience = 20_000) {
    for (const end = performance.now() + patience; !(await isSo()); await wait(10))
      if (performance.now() > end) throw new Error(`not within ${patience / 1000} s: ${what}`)
  }
}
