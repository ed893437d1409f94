import { randomUUID } from 'node:crypto'
import { type ClientRequest, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { DraftChanges, SaveResponse } from '@/lib/desk-api/drafts/changes'
import type { Result } from '@/lib/desk-api/result'
import { recordRunRequest } from '@/lib/ledger/runner/preparation/preparation'
import type { Texts } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import type { SeededRandom } from '@/scripts/campaign/seeded-random'
import type { Fleet } from './fleet'
import type { LoadFigures } from './load-figures'

/** Orders that an operator adds, checks and registers at a time. */
const BATCH = 6
/** Average time between two edits, and after a batch was registered, in milliseconds. */
const THINK_MS = 5_000
const EDITS_PER_BATCH = 12
/** How long a run may take until it counts as stuck, in milliseconds. */
const MAX_RUN_MS = 120_000

const COLUMN = 'recipient.addressDetail'

/**
 * The session of an operator, and the connection that it uses. Each request goes to any of the servers, as behind a
 * proxy without sticky sessions.
 */
export interface LoadSession {
  readonly at: number
  readonly operatorId: string
  readonly cookie: string
  readonly connectionId: string
}

/**
 * An operator who adds orders to a draft, edits them, checks and registers them, again and again; an assistant has the
 * same draft open on another server and sees each edit.
 */
export class LoadOperator {
  private readonly draftId = randomUUID()
  private readonly editingSession = randomUUID()
  private seq = 0
  private revision = 0
  private readonly lines: { readonly id: string; readonly texts: Texts; isLocked: boolean }[] = []
  private stream: ClientRequest | undefined
  /** When the last save began that the assistant has not seen yet, by `performance.now()`. */
  private unseenSince: number | undefined

  constructor(
    private readonly fleet: Fleet,
    private readonly session: LoadSession,
    private readonly random: SeededRandom,
    private readonly figures: LoadFigures,
  ) {}

  /** Works until a time. @param end milliseconds of `performance.now()` */
  async work(end: number): Promise<void> {
    await setTimeout(this.random.between(0, THINK_MS))
    while (performance.now() < end) {
      await this.addOrders()
      if (!this.stream) await this.watch()
      for (let edit = 0; edit < EDITS_PER_BATCH && performance.now() < end; edit++) {
        await this.think()
        await this.edit()
        if (edit % 4 === 0) await this.readChanges()
      }
      if (performance.now() >= end) return
      await this.run('check')
      await this.run('register')
      for (const line of this.lines) line.isLocked = true
      this.figures.batches++
    }
  }

  close(): void {
    this.stream?.destroy()
  }

  private think(): Promise<void> {
    return setTimeout(this.random.between(THINK_MS / 2, (3 * THINK_MS) / 2))
  }

  private origin(): string {
    return pick(this.random, this.fleet.origins)
  }

  private headers(): Record<string, string> {
    const { session, fleet } = this
    return {
      cookie: session.cookie,
      origin: fleet.publicUrl,
      'content-type': 'application/json',
      'x-forwarded-for': `198.51.${Math.floor(session.at / 250)}.${(session.at % 250) + 1}`,
    }
  }

  private async addOrders(): Promise<void> {
    const first = this.lines.length
    const made = sampleOrders(BATCH, this.session.at * 100_000 + first).map((texts, at) => ({
      id: `line-${first + at}`,
      texts: { ...texts, 'orderInfo.mallOrderNumber': `L-${this.session.at}-${first + at}` },
      isLocked: false,
    }))
    this.lines.push(...made)
    await this.save(
      made.map(({ id, texts }, at) => ({
        id,
        texts,
        rank: first + at,
        before: null,
        after: first + at === 0 ? null : `line-${first + at - 1}`,
      })),
    )
  }

  private async edit(): Promise<void> {
    const open = this.lines.filter(line => !line.isLocked)
    const line = pick(this.random, open)
    const rank = this.lines.indexOf(line)
    const text = `Room ${this.random.between(1, 9999)}`
    const before = { [COLUMN]: line.texts[COLUMN] ?? '' }
    Object.assign(line.texts, { [COLUMN]: text })
    this.unseenSince = performance.now()
    await this.save([{ id: line.id, rank, texts: { [COLUMN]: text }, before }])
  }

  private async save(lines: readonly object[]): Promise<void> {
    const began = performance.now()
    const body = {
      sheetId: 'orders/japan',
      connectionId: this.session.connectionId,
      name: `Draft ${this.session.at}`,
      records: this.lines.length,
      editingSession: this.editingSession,
      seq: ++this.seq,
      seen: this.revision,
      lines,
      removes: [],
    }
    const saved = await this.request<Result<SaveResponse>>(`/drafts/${this.draftId}/changes`, body)
    if (!saved) return
    this.figures.saves.push(performance.now() - began)
    if (!saved.ok) return this.figures.fail(`a save was refused: ${JSON.stringify(saved.problem)}`)
    if (saved.value.refused > 0) this.figures.fail('a save met locked lines')
    this.revision = saved.value.revision
  }

  private async readChanges(): Promise<void> {
    const query = new URLSearchParams({ editingSession: this.editingSession, since: String(this.revision) })
    const began = performance.now()
    const changes = await this.request<DraftChanges | null>(`/drafts/${this.draftId}/changes?${query}`)
    if (changes) this.figures.reads.push(performance.now() - began)
  }

  private async request<T>(path: string, body?: object): Promise<T | undefined> {
    try {
      const response = await fetch(`${this.origin()}${path}`, {
        headers: this.headers(),
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      if (response.ok) return (await response.json()) as T
      this.figures.fail(`${path.split('?')[0]?.split('/').at(-1)}: HTTP ${response.status}`)
    } catch (error) {
      this.figures.fail(String(error instanceof Error ? (error.cause ?? error) : error))
    }
    return undefined
  }

  /** Opens the draft as an assistant does, on one server; the operator saves on any of them. */
  private async watch(): Promise<void> {
    const query = new URLSearchParams({ editingSession: randomUUID() })
    const url = `${this.origin()}/drafts/${this.draftId}/live?${query}`
    await new Promise<void>(resolve => {
      this.stream = get(url, { headers: this.headers(), agent: false }, response => {
        if (response.statusCode !== 200) this.figures.fail(`a live stream: HTTP ${response.statusCode}`)
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          resolve()
          if (chunk.includes('event: change')) this.hear()
        })
        response.on('error', () => {})
      })
      this.stream.on('error', error => {
        this.figures.fail(`a live stream: ${error.message}`)
        resolve()
      })
    })
  }

  private hear(): void {
    if (this.unseenSince === undefined) return
    this.figures.noticeDelays.push(performance.now() - this.unseenSince)
    this.unseenSince = undefined
  }

  /** Records a run request as the button's action does, and waits for the end of its run. */
  private async run(kind: 'check' | 'register'): Promise<void> {
    const { database } = this.fleet
    const runRequest = {
      kind,
      sheet: 'orders/japan',
      draftId: this.draftId,
      connectionId: this.session.connectionId,
      operatorId: this.session.operatorId,
      clientRequestId: randomUUID(),
      revision: this.revision,
    }
    const began = performance.now()
    const id = await database.accept(trx => recordRunRequest(trx, runRequest, new Date().toISOString()))
    database.channel.announce('work')
    while (performance.now() - began < MAX_RUN_MS) {
      await setTimeout(250)
      const run = await database.kysely
        .selectFrom('run')
        .select(['state', 'total', 'problem'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (run && run.state !== 'running' && run.state !== 'preparing') {
        if (run.state !== 'done') this.figures.fail(`a ${kind} ended as ${run.state}: ${run.problem}`)
        if (run.total !== BATCH) this.figures.fail(`a ${kind} took ${run.total} of ${BATCH} orders`)
        this.figures.runs[kind].push(performance.now() - began)
        return
      }
    }
    this.figures.fail(`a ${kind} did not end`)
  }
}

function pick<T>(random: SeededRandom, from: readonly T[]): T {
  const picked = from[random.between(0, from.length - 1)]
  if (picked === undefined) throw new Error('There is nothing to pick from.')
  return picked
}
