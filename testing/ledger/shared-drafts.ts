import 'server-only'
import { randomUUID } from 'node:crypto'
import { mergeIntoDraft } from '@/lib/desk/drafts/editing/save'
import { preparation } from '@/lib/desk/runs/prepare-run'
import type { Failpoint } from '@/lib/ledger/runner/ports'
import { SharedClock } from '@/lib/ledger/runner/recovery/shared-clock'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import type { SentLine } from '@/lib/sheet/sync/merge'
import { createConnection, environmentId, findConnection } from '@/lib/store/connections/connections'
import { type Database, openDatabase } from '@/lib/store/db/database'
import { readLines } from '@/lib/store/drafts/drafts'
import { findDraftRevision, type StoredLine } from '@/lib/store/drafts/saves'
import { addOperator } from '@/lib/store/people/operators'
import type { TestDatabase } from '@/testing/store/databases'
import { Killed, mortalDatabase } from '@/testing/store/mortal-database'
import { connectionTo, openStage, openTestDesk, type Stage, type TestDesk } from './harness'

// Two servers that can be killed, two services, and two drafts with pages of two operators: for tests of acts in any order.

export const NUMBER = 'orderInfo.mallOrderNumber'
export const NAME = 'recipient.name'
export const DAY_MS = 86_400_000

/** How many orders each draft has at first; the last ones of the first draft are in the second one, too. */
export const COUNT = 4

/** One of seven order numbers. */
export const numberOf = (at: number) => `A-${at % 7}`

/** A server that can be killed: from then on nothing that it writes is stored, as if its process were gone. */
interface Server {
  readonly desk: TestDesk
  readonly token: string
  isDead: boolean
  killAt: Failpoint | undefined
}

/** An editing session of an operator, which shows the lines that it read last. */
class Page {
  lines: readonly StoredLine[] = []
  private seen = 0
  private seq = 0
  private readonly editingSession = randomUUID()

  constructor(
    private readonly database: Database,
    private readonly at: {
      readonly draftId: string
      readonly connectionId: string
      readonly operatorId: string
    },
  ) {}

  async look() {
    this.seen = (await findDraftRevision(this.database.kysely, this.at.draftId))?.revision ?? 0
    this.lines = await readLines(this.database.kysely, this.at.draftId)
  }

  async save(lines: readonly SentLine[], removed: readonly string[] = []) {
    const { draftId, connectionId, operatorId } = this.at
    const { editingSession, seen } = this
    const seq = ++this.seq
    const removes = removed.map(id => ({ id, seen }))
    const about = { draftId, connectionId, sheetId: 'orders/japan', name: 'Qoo10', records: COUNT } as const
    await this.database.accept(trx =>
      mergeIntoDraft(trx, { ...about, editingSession, seq, seen, lines, removes }, operatorId, new Date()),
    )
  }

  write(line: StoredLine, column: string, text: string) {
    const before = { [column]: line.texts[column] ?? '' }
    return this.save([{ id: line.id, rank: line.rank, texts: { ...line.texts, [column]: text }, before }])
  }

  add(numbers: readonly string[], names: (at: number) => string) {
    const samples = sampleOrders(numbers.length, 7000 + this.seq * 10)
    return this.save(
      samples.map((texts, at) => ({
        ...{ id: randomUUID(), rank: this.seq * 100 + at, before: null },
        texts: { ...texts, [NUMBER]: numbers[at] ?? '', [NAME]: names(at) },
      })),
    )
  }
}

const digits = '一二三四五六七八九十'
const nameOf = (at: number) => `田中 ${digits[at % 10]}郎${digits[Math.floor(at / 10) % 10]}`

/** Two services, two servers on one database, two operators with a page on each of two drafts. */
export async function openWorld(database: TestDatabase) {
  const stages = [await openStage(), await openStage()]
  const [first] = stages as [Stage, Stage]
  const { kysely } = database
  const account = { email: 'mina@x', name: 'Mina', passwordHash: '-', role: 'registrar' } as const
  const operator = await addOperator(kysely, account)
  const made = await createConnection(kysely, { name: 'A', environment: 'test', baseUrl: first.origin })
  const place = { connectionId: made.id, operatorId: operator.id }
  const drafts = [randomUUID(), randomUUID()]
  const pages = drafts.map(draftId => [0, 1].map(() => new Page(database, { draftId, ...place })))
  let names = 0
  for (const [at, [page]] of pages.entries()) {
    const numbers = Array.from({ length: COUNT }, (_, row) => numberOf(row + at * 2))
    await page?.add(numbers, () => nameOf(names++))
  }
  for (const page of pages.flat()) await page.look()
  const clock = { ahead: 0 }
  const connection = { token: 0, size: 2 }
  const opened: Database[] = []
  let started = 0
  /** Dead servers end each wait at once. */
  let waits = 0

  const start = async (isLate = false): Promise<Server> => {
    const handle = await openDatabase(database.place)
    opened.push(handle)
    const token = `token of server ${++started}`
    const server: Omit<Server, 'desk'> & { desk?: TestDesk } = { token, isDead: false, killAt: undefined }
    const sharedClock = new SharedClock(handle, () => Date.now() + (isLate ? clock.ahead : 0))
    const desk = openTestDesk(mortalDatabase(handle, server), first.origin, {
      preparation,
      host: token,
      sharedClock,
      now: () => sharedClock.time(),
      monotonicNow: () => (server.isDead ? DAY_MS * ++waits : performance.now()),
      resolveConnection: async id => {
        const found = await findConnection(handle.kysely, id)
        const revision = `${found?.baseUrl} ${connection.token}`
        return (
          found &&
          connectionTo(found.baseUrl, {
            envId: environmentId(found),
            revision,
            registerSize: connection.size,
            target: { baseUrl: found.baseUrl, accessToken: token, allowed: [found.baseUrl] },
          })
        )
      },
      failpoint: at => {
        if (server.isDead || server.killAt !== at) return
        kill(server)
        throw new Killed(at)
      },
      report: error => {
        if (!server.isDead) errors.push(error)
      },
    })
    return Object.assign(server, { desk })
  }
  const errors: unknown[] = []
  const deaths: Promise<unknown>[] = []
  const kill = (server: Omit<Server, 'desk'> & { desk?: TestDesk }) => {
    server.isDead = true
    const ports = server.desk?.ports
    if (!ports) return
    ports.closing.abort()
    // The others need not wait until it has been silent for long enough.
    deaths.push(kysely.deleteFrom('runner').where('boot_id', '=', ports.bootId).execute())
  }
  const servers = [await start(), await start(true)]
  let killDuringRequest = false
  for (const { service } of stages)
    service.onRequest = path => {
      if (!killDuringRequest || path.endsWith('/validators')) return
      killDuringRequest = false
      const authorization = service.requests.at(-1)?.authorization ?? ''
      const server = servers.find(({ token }) => authorization.endsWith(token))
      if (server) kill(server)
    }
  return {
    ...{ stages, database, kysely, operator, drafts, pages, clock, connection, servers, errors, start, kill },
    connectionId: made.id,
    newName: () => nameOf(names++),
    killDuringNextRequest: (does: boolean) => {
      killDuringRequest = does
    },
    close: async () => {
      await Promise.all(deaths)
      await Promise.all(servers.map(({ desk }) => desk.runner.close().catch(() => undefined)))
      await Promise.all(opened.map(one => one.close()))
      await Promise.all(stages.map(stage => stage.close()))
    },
  }
}
/** What `openWorld` opened. */
export type World = Awaited<ReturnType<typeof openWorld>>

const alive = ({ servers }: World) => servers.filter(({ isDead }) => !isDead)

/** A living server, for what a person does in a browser. */
export const anyServer = (world: World, of: number) => {
  const living = alive(world)
  return living[of % Math.max(1, living.length)]
}

/** Dead servers have been silent for long enough: the others take over. */
const passSilence = async ({ kysely, servers }: World) => {
  const dead = servers.filter(({ isDead }) => isDead).map(({ desk }) => desk.ports.bootId)
  if (dead.length > 0) await kysely.deleteFrom('runner').where('boot_id', 'in', dead).execute()
}

/** Lets the living servers work until they have nothing left to do. */
export const work = async (world: World) => {
  await passSilence(world)
  await Promise.all(
    alive(world).map(server =>
      server.desk.runner.idle().catch(error => {
        if (!server.isDead) throw error
      }),
    ),
  )
}

/** Starts a server in the place of each dead one. */
export const replaceDead = async (world: World) => {
  for (const [at, server] of world.servers.entries())
    if (server.isDead) world.servers[at] = await world.start(at === 1)
}

/** Presses Check or Register. @param of chooses the draft and the server */
export async function press(world: World, kind: 'check' | 'register', of: number, again = false) {
  const draftId = world.drafts[of % 2] ?? ''
  const server = anyServer(world, of >> 1)
  if (!server) return
  const revision = (await findDraftRevision(world.kysely, draftId))?.revision ?? 0
  const about = { draftId, connectionId: world.connectionId, operatorId: world.operator.id, revision, again }
  await server.desk.record(kind, about).catch(error => {
    if (!server.isDead) throw error
  })
}
