import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ArrivalFailpoint } from '@/lib/desk/intake/arrival'
import { hasCode } from '@/lib/desk/intake/inbox/inbox-file'
import { InboxFolder } from '@/lib/desk/intake/inbox/inbox-folder'
import { type IntakeFailpoint, IntakeWorker } from '@/lib/desk/intake/intake-worker'
import type { FileImport } from '@/lib/desk/intake/thread/file-import'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import type { Database } from '@/lib/store/db/database'
import { readLines } from '@/lib/store/drafts/drafts'
import { arrivalOf } from './harness'

/** The servers that watch the folder. */
export const serverNames = ['A', 'B'] as const
export type ServerName = (typeof serverNames)[number]

export const failpoints = [
  'file_recorded',
  'file_part',
  'file_received',
  'file_moving',
  'file_hidden',
  'file_moved',
  'file_claimed',
  'file_drafted',
  'file_lines',
  'file_saved',
  'file_checking',
] as const satisfies readonly (ArrivalFailpoint | IntakeFailpoint)[]
type Failpoint = (typeof failpoints)[number]

/** What the sender of files does. Names and contents are numbers. */
export type SenderAct =
  /** A complete file appears, or replaces the one with its name. */
  | { readonly kind: 'put'; readonly name: number; readonly content: number }
  /** The first half is written into the file. */
  | { readonly kind: 'half'; readonly name: number; readonly content: number }
  /** The whole is written into the file. */
  | { readonly kind: 'complete'; readonly name: number; readonly content: number }
  | { readonly kind: 'rename'; readonly name: number; readonly to: number }
  | { readonly kind: 'duplicate'; readonly name: number; readonly to: number }

/**
 * What happens: the sender acts, servers look and work. At a step, once, a server ends, pauses until the other one
 * takes it for dead, or the sender acts.
 */
export type InboxAct =
  | SenderAct
  | { readonly kind: 'look' | 'work' | 'restart'; readonly server: ServerName }
  | { readonly kind: 'together' }
  | { readonly kind: 'kill' | 'pause'; readonly server: ServerName; readonly at: Failpoint }
  | { readonly kind: 'during'; readonly server: ServerName; readonly at: Failpoint; readonly act: SenderAct }

/** How long a server that ended, or pauses, keeps the files that it worked on, and more, in milliseconds. */
const AFTER_LEASE_MS = 60_000
/** Looks after which everything has been received: each one makes progress with every file. */
const MAX_ROUNDS = 20
/** Ends and pauses of servers during one file, after which it needs a person. */
const MAX_CRASHES = 3

/** A server that was killed. */
class Killed extends Error {}

/** A server on a database of its own connection, which can be killed. */
class Server {
  isDead = false
  readonly folder: InboxFolder
  readonly worker: IntakeWorker

  constructor(
    path: string,
    database: Database,
    now: () => number,
    dies: (at: Failpoint) => boolean,
    checked: (draftId: string, requestId: string) => void,
  ) {
    const shared = {
      database: this.mortal(database),
      now,
      failpoint: (at: Failpoint) => {
        this.live()
        if (dies(at)) this.isDead = true
        this.live()
      },
      report: (error: unknown) => {
        // To a server that pauses in a move, its folder does not respond.
        if (!this.isDead && !hasCode(error, 'ETIMEDOUT')) throw error
      },
    }
    this.folder = new InboxFolder(path, {
      ...arrivalOf(shared.database),
      ...shared,
      operatorId: 'inbox-folder',
      onReceived: () => {},
      onProblem: () => {},
    })
    this.worker = new IntakeWorker({
      ...shared,
      owner: randomUUID(),
      startImport: lineReader,
      startCheck: async ({ draftId, requestId }) => {
        this.live()
        checked(draftId, requestId)
        return requestId
      },
      reportCancelled: async () => undefined,
    })
  }

  /** A killed process writes and reads nothing more, and its open transaction is rolled back. */
  private mortal(database: Database): Database {
    const transaction: Database['write'] = work => {
      this.live()
      return database.write(async trx => {
        const value = await work(trx)
        this.live()
        return value
      })
    }
    const plugin: Parameters<Database['kysely']['withPlugin']>[0] = {
      transformQuery: ({ node }) => {
        this.live()
        return node
      },
      transformResult: async ({ result }) => result,
    }
    return {
      ...database,
      kysely: database.kysely.withPlugin(plugin),
      longReads: database.longReads.withPlugin(plugin),
      write: transaction,
      accept: transaction,
    }
  }

  private live(): void {
    if (this.isDead) throw new Killed()
  }
}

/** Reads texts whose rows are numbers of orders; texts that begin with a dash cannot be read. */
function lineReader(): FileImport {
  let rows: string[] = []
  let file: Parameters<FileImport['open']>[0] | undefined
  return {
    open: async given => {
      const text = new TextDecoder().decode(given.bytes)
      file = given
      rows = rowsOf(text)
      if (!isReadable(text)) return { kind: 'unreadable', failure: { code: 'broken' }, sheet: 'orders/japan' }
      return {
        ...{ kind: 'lines', sheet: 'orders/japan', bookKind: 'text', expected: rows.length },
        ...{ tables: [], recipeId: 'model' },
      }
    },
    nextLines: async () => ({
      lines: rows.map((number, row) => ({
        [NUMBER]: number,
        [hiddenColumns.source]: `${file?.id}:0:${row + 1}`,
      })),
      isLast: true,
    }),
    nextRows: async () => undefined,
    counts: async () => ({
      ...{ rows: rows.length, lines: rows.length, orders: rows.length, leftOut: {}, skippedOrders: [] },
      ...{ filled: {}, hiddenRows: [], toReview: 0, rules: [], missing: [] },
    }),
    close: async () => {},
  }
}

const firstHalf = (text: string): string => text.slice(0, text.length / 2)
const NUMBER = 'orderInfo.mallOrderNumber'
const rowsOf = (text: string): string[] => text.split('\n').filter(row => row !== '')
const isReadable = (text: string): boolean => text !== '' && !text.startsWith('-')

/**
 * Two servers watch one folder, beside a reference of what must become of the files: it only knows what the sender did,
 * and looks at the folders and tables afterwards.
 */
export class InboxModel {
  private readonly path = mkdtempSync(join(tmpdir(), 'lading-inbox-'))
  private readonly clock = { now: Date.now() }
  private readonly servers = new Map<ServerName, Server>()
  /** What happens at the next failpoint of a server. */
  private readonly armed = new Map<string, 'kill' | 'pause' | SenderAct>()
  /** Work of servers beside one that pauses. */
  private readonly beside: Promise<void>[] = []
  /** Contents of the files that exist, wherever they were moved, by a number for each file. */
  private readonly files = new Map<number, string>()
  /** The file that a name in the folder means. */
  private readonly named = new Map<string, number>()
  /** Every content that was to be seen in the folder. */
  private readonly shown = new Set<string>()
  private readonly checks = new Map<string, Set<string>>()
  /** How often a server ended or paused. */
  private interruptions = 0
  private writes = 0

  /** @param run distinguishes the contents of this model from those of others on the same database */
  constructor(
    private readonly databases: Readonly<Record<ServerName, Database>>,
    private readonly run: number,
  ) {
    for (const name of serverNames) this.start(name)
  }

  async perform(act: InboxAct): Promise<void> {
    await this.performAlone(act)
    // The other server may pause as well, and the first one works beside it.
    while (this.beside.length > 0) await Promise.all(this.beside.splice(0))
  }

  private async performAlone(act: InboxAct): Promise<void> {
    switch (act.kind) {
      case 'look':
        return this.server(act.server).folder.scan()
      case 'work':
        return this.server(act.server).worker.idle()
      case 'together': {
        const all = serverNames.map(name => this.server(name))
        await Promise.all(all.flatMap(({ folder, worker }) => [folder.scan(), worker.idle()]))
        return
      }
      case 'restart':
        return this.start(act.server)
      case 'kill':
      case 'pause':
        this.armed.set(`${act.server} ${act.at}`, act.kind)
        return
      case 'during':
        this.armed.set(`${act.server} ${act.at}`, act.act)
        return
      default:
        this.send(act)
    }
  }

  /** Lets both servers work until the folder is empty. @returns what is wrong; empty: nothing */
  async settle(): Promise<string[]> {
    for (let round = 0; round < MAX_ROUNDS && this.waiting().length > 0; round++) {
      for (const name of serverNames) if (this.server(name).isDead) this.start(name)
      this.clock.now += AFTER_LEASE_MS
      await this.perform({ kind: 'together' })
    }
    return [...this.lostFiles(), ...(await this.wrongDrafts())]
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }

  private server(name: ServerName): Server {
    const server = this.servers.get(name)
    if (!server) throw new Error(`There is no server ${name}.`)
    return server
  }

  private start(name: ServerName): void {
    const before = this.servers.get(name)
    if (before) {
      // Stopping it properly would be another act: it ends without a word.
      before.isDead = true
      this.clock.now += AFTER_LEASE_MS
    }
    const dies = (at: Failpoint) => this.reach(name, at)
    const checked = (draftId: string, requestId: string) =>
      this.checks.set(draftId, new Set(this.checks.get(draftId)).add(requestId))
    this.servers.set(name, new Server(this.path, this.databases[name], () => this.clock.now, dies, checked))
  }

  /** What was to happen at a step happens. @returns whether the server dies */
  private reach(name: ServerName, at: Failpoint): boolean {
    const armed = this.armed.get(`${name} ${at}`)
    this.armed.delete(`${name} ${at}`)
    if (armed === undefined) return false
    if (typeof armed === 'object') {
      this.send(armed)
      return false
    }
    this.interruptions++
    if (armed === 'kill') return true
    this.clock.now += AFTER_LEASE_MS
    const other = this.server(name === 'A' ? 'B' : 'A')
    this.beside.push(other.worker.idle(), other.folder.scan())
    return false
  }

  // The sender.

  private send(act: SenderAct): void {
    const name = `${act.name}.csv`
    switch (act.kind) {
      case 'put':
        this.replace(name, this.contentOf(act.content))
        break
      case 'half':
        this.rewrite(name, firstHalf(this.contentOf(act.content)))
        break
      case 'complete':
        this.rewrite(name, this.contentOf(act.content))
        break
      case 'duplicate': {
        const content = this.contentAt(name)
        if (content !== undefined) this.replace(`${act.to}.csv`, content)
        break
      }
      case 'rename':
        if (act.to !== act.name && this.contentAt(name) !== undefined) this.rename(name, `${act.to}.csv`)
    }
  }

  private contentOf(content: number): string {
    const start = content === 0 ? '-' : ''
    // Every content has a length of its own.
    const rows = Array.from({ length: content + 1 }, (_, row) => `R${this.run}-${content}-${row}`)
    return start + rows.join('\n')
  }

  /** The file that has a name in the folder; undefined if it is not there, or no longer. */
  private fileAt(name: string): number | undefined {
    const path = join(this.path, name)
    if (!existsSync(path)) return undefined
    const content = readFileSync(path, 'utf8')
    const meant = this.named.get(name) ?? -1
    if (this.files.get(meant) === content) return meant
    // A server that died had hidden another file of this name, and it was put back.
    return [...this.files].find(([, one]) => one === content)?.[0]
  }

  private contentAt(name: string): string | undefined {
    return this.files.get(this.fileAt(name) ?? -1)
  }

  private replace(name: string, content: string): void {
    this.write('.next', content)
    this.files.delete(this.fileAt(name) ?? -1)
    renameSync(join(this.path, '.next'), join(this.path, name))
    this.appear(name, content)
  }

  private rewrite(name: string, content: string): void {
    const file = this.fileAt(name)
    this.write(name, content)
    if (file !== undefined) this.files.set(file, content)
    else this.appear(name, content)
    this.shown.add(content)
  }

  private rename(name: string, to: string): void {
    const file = this.fileAt(name)
    if (file === undefined) return
    this.files.delete(this.fileAt(to) ?? -1)
    renameSync(join(this.path, name), join(this.path, to))
    this.named.delete(name)
    this.named.set(to, file)
  }

  private appear(name: string, content: string): void {
    const file = ++this.writes
    this.files.set(file, content)
    this.named.set(name, file)
    this.shown.add(content)
  }

  /** Each write has a time of its own, as writes of a real sender, which are seconds apart. */
  private write(name: string, content: string): void {
    const time = new Date(1_700_000_000_000 + ++this.writes * 1000)
    writeFileSync(join(this.path, name), content)
    utimesSync(join(this.path, name), time, time)
  }

  // The reference.

  private waiting(): string[] {
    return readdirSync(this.path).filter(name => name.endsWith('.csv'))
  }

  private contentsIn(folder: string): string[] {
    const path = join(this.path, folder)
    if (!existsSync(path)) return []
    return readdirSync(path).flatMap(name =>
      name.endsWith('.txt') ? [] : readFileSync(join(path, name), 'utf8'),
    )
  }

  /** Every file that its sender did not replace is kept, once and as it was. */
  private lostFiles(): string[] {
    const sent = [...this.files.values()]
    const kept = [
      ...this.waiting().map(name => `still waiting: ${name}`),
      ...this.contentsIn('done'),
      ...this.contentsIn('failed'),
    ]
    const [should, is] = [sent, kept].map(texts => JSON.stringify(texts.toSorted()))
    return should === is ? [] : [`files are ${is} and should be ${should}`]
  }

  /** Every content that is kept became one draft with each of its rows once, and no content became two. */
  private async wrongDrafts(): Promise<string[]> {
    const { kysely } = this.databases.A
    const wrong: string[] = []
    for (const content of this.shown) {
      const sha256 = createHash('sha256').update(content).digest('hex')
      const rows = await kysely.selectFrom('intake_file').selectAll().where('sha256', '=', sha256).execute()
      const isKept = [...this.files.values()].includes(content)
      const about = JSON.stringify(content)
      if (rows.length > 1 || (isKept && rows.length === 0)) wrong.push(`${about} became ${rows.length} files`)
      for (const { draft_id: draftId, state, outcome } of rows) {
        if (!isKept && state !== 'done') continue
        const drafts = await kysely.selectFrom('draft').select('id').where('id', '=', draftId).execute()
        if (state !== 'done' || drafts.length !== 1)
          wrong.push(`${about} is ${state} and has ${drafts.length} drafts`)
        const lines = await readLines(kysely, draftId)
        const numbers = lines.map(({ texts }) => texts[NUMBER])
        const isGivenUp = outcome === 'gone' && this.interruptions >= MAX_CRASHES
        const should = isReadable(content) && !isGivenUp ? rowsOf(content) : []
        if (JSON.stringify(numbers) !== JSON.stringify(should))
          wrong.push(`${about} (${outcome}) has the rows ${JSON.stringify(numbers)}`)
        const checks = this.checks.get(draftId)?.size ?? 0
        // A file may be given up after its check.
        if (!isGivenUp && checks !== (should.length > 0 ? 1 : 0)) wrong.push(`${about} has ${checks} checks`)
      }
    }
    const failed = new Set(this.contentsIn('failed'))
    for (const content of this.contentsIn('done'))
      if (!isReadable(content) || failed.has(content)) wrong.push(`${JSON.stringify(content)} is in done`)
    return wrong
  }
}
