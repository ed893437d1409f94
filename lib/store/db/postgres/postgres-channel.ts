import 'server-only'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { logNotice } from '@/lib/log/log'
import type { Announcement, ChangeChannel } from '../change-channel'
import { MAX_SILENCE_MS, openSocket } from './postgres'

/** Announcements within this time are sent as one, in milliseconds. */
const COLLECT_MS = 20
/** Minimum time between two announcements of the same kind, in milliseconds. */
const LEAST_MS = 100
/**
 * How often the server announces to itself, and how soon that must arrive, in milliseconds. A pooler between the server
 * and PostgreSQL may accept LISTEN and deliver nothing.
 */
const ECHO_MS = 15_000
const ECHO_TIMEOUT_MS = 3_000
/** Time before a new connection after one that failed, in milliseconds; doubled up to the maximum. */
const RECONNECT_MS = 500
const MAX_RECONNECT_MS = 30_000

type Message = Announcement | 'echo'

/**
 * Announcements by LISTEN and NOTIFY (postgresql.org/docs/current/sql-notify.html), over one connection of their own,
 * which opens with the first listener. They are sent after commits, not within transactions: a NOTIFY in a transaction
 * makes all commits of the database wait for each other.
 */
export class PostgresChannel implements ChangeChannel {
  private readonly self = randomUUID()
  private readonly listeners: Record<Announcement, Set<() => void>> = { changed: new Set(), work: new Set() }
  private readonly waiting = new Map<Announcement, NodeJS.Timeout>()
  /** By the clock of the process, which cannot be set back. */
  private readonly sentAt = new Map<Announcement, number>()
  private client: pg.Client | undefined
  /** The last announcement that was sent; a connection takes one statement at a time. */
  private sending: Promise<unknown> = Promise.resolve()
  private opening: Promise<void> | undefined
  private retry: NodeJS.Timeout | undefined
  private echo: NodeJS.Timeout | undefined
  private failures = 0
  private isEchoing = false
  private isClosed = false

  constructor(private readonly connectionString: string) {}

  get isConnected(): boolean {
    return this.isEchoing
  }

  announce(what: Announcement): void {
    if (!this.isEchoing || this.waiting.has(what)) return
    const wait = Math.max(
      COLLECT_MS,
      (this.sentAt.get(what) ?? Number.NEGATIVE_INFINITY) + LEAST_MS - performance.now(),
    )
    const timer = setTimeout(() => {
      this.waiting.delete(what)
      this.sentAt.set(what, performance.now())
      this.send(what)
    }, wait)
    timer.unref()
    this.waiting.set(what, timer)
  }

  listen(what: Announcement, listener: () => void): () => void {
    this.connect()
    this.listeners[what].add(listener)
    return () => this.listeners[what].delete(listener)
  }

  async close(): Promise<void> {
    this.isClosed = true
    for (const timer of this.waiting.values()) clearTimeout(timer)
    clearTimeout(this.retry)
    clearTimeout(this.echo)
    await this.opening
    await this.client?.end().catch(() => {})
  }

  private connect(): void {
    if (this.client || this.opening || this.retry || this.isClosed) return
    this.opening = this.open()
      .catch(() => this.reconnect())
      .finally(() => {
        this.opening = undefined
      })
  }

  private async open(): Promise<void> {
    const { connectionString } = this
    const client = new pg.Client({
      connectionString,
      // The echo is heard more often.
      stream: () => openSocket(MAX_SILENCE_MS),
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    })
    // A connection that breaks reports an error, and ends.
    client.on('error', () => this.drop(client))
    client.on('end', () => this.drop(client))
    client.on('notification', ({ payload = '' }) => this.receive(payload))
    try {
      await client.connect()
      await client.query('listen lading')
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    this.client = client
    this.failures = 0
    this.checkEcho(client)
  }

  /** Announces to this server itself, and counts as disconnected until that arrives. */
  private checkEcho(client: pg.Client): void {
    if (this.isClosed || this.client !== client) return
    this.send('echo')
    this.echo = setTimeout(() => {
      if (this.isEchoing) logNotice('announcements of other servers do not arrive')
      this.isEchoing = false
      this.echo = setTimeout(() => this.checkEcho(client), ECHO_MS)
      this.echo.unref()
    }, ECHO_TIMEOUT_MS)
    this.echo.unref()
  }

  private drop(client: pg.Client): void {
    if (this.client !== client) return
    this.client = undefined
    this.isEchoing = false
    clearTimeout(this.echo)
    client.end().catch(() => {})
    this.reconnect()
  }

  private reconnect(): void {
    if (this.isClosed) return
    const wait = Math.min(RECONNECT_MS * 2 ** this.failures++, MAX_RECONNECT_MS)
    this.retry = setTimeout(() => {
      this.retry = undefined
      this.connect()
    }, wait)
    this.retry.unref()
  }

  private send(message: Message): void {
    const { client } = this
    if (!client) return
    this.sending = this.sending
      .then(() => client.query("select pg_notify('lading', $1)", [`${message} ${this.self}`]))
      .catch(() => this.drop(client))
  }

  private receive(payload: string): void {
    const [message, sender] = payload.split(' ')
    if (sender === this.self) {
      if (message === 'echo') this.receiveEcho()
      return
    }
    if (message !== 'changed' && message !== 'work') return
    for (const listener of this.listeners[message]) listener()
  }

  private receiveEcho(): void {
    const { client } = this
    if (!client) return
    clearTimeout(this.echo)
    this.isEchoing = true
    this.echo = setTimeout(() => this.checkEcho(client), ECHO_MS)
    this.echo.unref()
  }
}
