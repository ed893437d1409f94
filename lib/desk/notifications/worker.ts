import 'server-only'
import { setTimeout } from 'node:timers/promises'
import type { postWebhook } from '@/lib/client/post-webhook'
import { PollingLoop } from '@/lib/desk/polling-loop'
import {
  type ClaimedDelivery,
  claimDelivery,
  type DeliveryResult,
  deleteOldDeliveries,
  finishAttempt,
  listDueDeliveries,
} from '@/lib/store/notifications/deliveries'
import { deleteOldEvents } from '@/lib/store/notifications/events'
import { listMailRecipients } from '@/lib/store/notifications/mail-choices'
import type { DeliveryProblem } from '@/lib/store/notifications/tables'
import { findWebhook, openWebhookSecrets } from '@/lib/store/notifications/webhooks'
import { iso } from '@/lib/store/stored-values'
import { publish } from '@/lib/telemetry/events'
import { DAY_MS, HOUR_MS } from '@/lib/time-units'
import { composeMail, MAIL_DEADLINE_MS, type SendMail } from './mail'
import { type PlanPorts, planEvents, recordExpiringCredentials } from './plan'
import { retryDelay } from './retry'
import { signedHeaders } from './signature'

/** Points where a crash test kills the process. */
export type NotificationFailpoint = 'notification_claimed' | 'notification_sent'

/** What the worker needs from outside: tests replace each. */
export interface NotificationPorts extends PlanPorts {
  /** Unique for each start of a process. */
  readonly owner: string
  readonly post: typeof postWebhook
  /** Absent: this server sends no email. */
  readonly sendMail?: SendMail | undefined
  /** Origins on private addresses that webhooks may have. */
  readonly allow: readonly string[]
  /** From 0 to 1. */
  random(): number
  failpoint(at: NotificationFailpoint): void
  /** Called with an exception: a bug, or a failure of the storage. */
  report(error: unknown): void
}

const POLL_MS = 2_000
const DEADLINE_MS = 15_000
/** Longer than any attempt lasts, so that no other process sends a delivery that is under way. */
const LEASE_MS = { webhook: 60_000, email: MAIL_DEADLINE_MS + 60_000 } as const
/** Deliveries that one process sends at the same time, and those to one target. */
const MAX_CONCURRENT = 8
const MAX_CONCURRENT_PER_TARGET = 2
/** All emails pass through one SMTP server: while it hangs, webhooks still have room. */
const MAX_CONCURRENT_EMAILS = 4
/** How long a server that stops waits for deliveries. */
const CLOSE_MS = 5_000
const MAINTENANCE_INTERVAL_MS = HOUR_MS
const KEPT_DAYS = 30

/**
 * Sends notifications in its own loop: no run waits for it. The tables are the queue, so a crash loses nothing; a
 * delivery that was under way then is sent again with the same id.
 */
export class NotificationWorker {
  private readonly sending = new Map<string, UnderWay>()
  private readonly loop: PollingLoop
  private nextMaintenanceAt = 0

  constructor(private readonly ports: NotificationPorts) {
    const steps = [() => this.maintain(), () => planEvents(ports), () => this.claim()]
    this.loop = new PollingLoop({ steps, everyMs: POLL_MS, report: error => ports.report(error) })
  }

  /** Looks for work now and then every two seconds. */
  start(): void {
    this.loop.start()
  }

  /** Looks for work; a call during a look makes it look once more. Never throws. */
  wake(): Promise<void> {
    return this.loop.wake()
  }

  /** Sends nothing further and waits a few seconds for what is under way; the rest is sent again after its lease. */
  async close(): Promise<void> {
    await this.loop.stop()
    const underWay = Promise.all([...this.sending.values()].map(({ work }) => work))
    await Promise.race([underWay, setTimeout(CLOSE_MS, undefined, { ref: false })])
  }

  /** Waits until nothing is due. */
  async idle(): Promise<void> {
    for (;;) {
      await this.wake()
      if (this.sending.size === 0) return
      await Promise.race([...this.sending.values()].map(({ work }) => work))
    }
  }

  /** Every hour: credentials that expire, and deliveries that are old. */
  private async maintain(): Promise<void> {
    const now = this.ports.now()
    if (now < this.nextMaintenanceAt) return
    await recordExpiringCredentials(this.ports)
    const { kysely } = this.ports.database
    const before = iso(now - KEPT_DAYS * DAY_MS)
    await deleteOldDeliveries(kysely, before)
    await deleteOldEvents(kysely, before)
    this.nextMaintenanceAt = now + MAINTENANCE_INTERVAL_MS
  }

  private async claim(): Promise<void> {
    const { ports, sending } = this
    const { kysely } = ports.database
    while (sending.size < MAX_CONCURRENT && !this.loop.isClosing) {
      const now = ports.now()
      const due = await listDueDeliveries(
        kysely,
        iso(now),
        this.mayMail() ? ['webhook', 'email'] : ['webhook'],
        this.busyTargets(),
        MAX_CONCURRENT - sending.size,
      )
      let claimed = 0
      for (const { id, channel, target } of due) {
        if (this.busyTargets().includes(target) || (channel === 'email' && !this.mayMail())) continue
        const lease = iso(now + LEASE_MS[channel])
        const delivery = await claimDelivery(kysely, id, ports.owner, iso(now), lease)
        if (!delivery) continue
        claimed++
        this.begin(delivery)
      }
      if (claimed === 0) return
    }
  }

  /** Whether another email may be sent now. */
  private mayMail(): boolean {
    const emails = [...this.sending.values()].filter(({ channel }) => channel === 'email')
    return this.ports.sendMail !== undefined && emails.length < MAX_CONCURRENT_EMAILS
  }

  private busyTargets(): string[] {
    const counts = new Map<string, number>()
    for (const { target } of this.sending.values()) counts.set(target, (counts.get(target) ?? 0) + 1)
    return [...counts].filter(([, count]) => count >= MAX_CONCURRENT_PER_TARGET).map(([target]) => target)
  }

  private begin(delivery: ClaimedDelivery): void {
    const work = this.deliver(delivery)
      .catch(error => this.ports.report(error))
      .finally(() => {
        this.sending.delete(delivery.id)
        void this.wake()
      })
    this.sending.set(delivery.id, { channel: delivery.channel, target: delivery.target, work })
  }

  private async deliver(delivery: ClaimedDelivery): Promise<void> {
    const { ports } = this
    ports.failpoint('notification_claimed')
    const attempt = await (delivery.channel === 'webhook' ? this.post(delivery) : this.mail(delivery))
    ports.failpoint('notification_sent')
    const now = ports.now()
    const delay = attempt.isFinal ? undefined : retryDelay(delivery.attempts + 1, ports.random())
    const result: DeliveryResult = {
      state: attempt.problem === null ? 'delivered' : delay === undefined ? 'failed' : 'waiting',
      nextAt: iso(now + (delay ?? 0)),
      status: attempt.status,
      problem: attempt.problem,
      excerpt: attempt.excerpt === '' ? null : attempt.excerpt,
    }
    await finishAttempt(ports.database.kysely, delivery, ports.owner, result, iso(now))
    const outcome = result.state === 'waiting' ? 'retried' : result.state
    publish('delivery', { channel: delivery.channel, outcome })
  }

  private async post({ target, event }: ClaimedDelivery): Promise<Attempt> {
    const { ports } = this
    const { kysely } = ports.database
    const webhook = await findWebhook(kysely, target)
    // The webhook was turned off while an earlier attempt was under way.
    if (webhook?.isEnabled === false && event.kind !== 'test') return failed('off', { isFinal: true })
    const secrets = await openWebhookSecrets(kysely, target, iso(ports.now()))
    if (!webhook || !secrets) return failed('secret', { isFinal: true })
    const body = event.body ?? ''
    const headers = signedHeaders(secrets, event.id, body, ports.now())
    const reply = await ports.post(webhook.url, body, headers, ports.allow, DEADLINE_MS)
    const { status = null, excerpt } = reply
    if (reply.problem) return failed(reply.problem, { excerpt })
    if (status !== null && status >= 200 && status < 300)
      return { status, problem: null, excerpt, isFinal: true }
    return failed(status !== null && status >= 300 && status < 400 ? 'redirect' : 'status', {
      status,
      excerpt,
    })
  }

  private async mail({ id, target, event }: ClaimedDelivery): Promise<Attempt> {
    const { ports } = this
    const [recipient] = await listMailRecipients(ports.database.kysely, target)
    // The operator was removed.
    if (!recipient || !ports.sendMail) return failed('rejected', { isFinal: true })
    const reply = await ports.sendMail({ id, to: recipient.email, ...composeMail(event, recipient) })
    return { status: null, ...reply }
  }
}

/** A delivery that is being sent. */
interface UnderWay extends Pick<ClaimedDelivery, 'channel' | 'target'> {
  readonly work: Promise<void>
}

/** The result of an attempt. */
interface Attempt {
  readonly status: number | null
  /** null: delivered. */
  readonly problem: DeliveryProblem | null
  readonly excerpt: string
  /** Whether a later attempt is useless. */
  readonly isFinal: boolean
}

const failed = (problem: DeliveryProblem, about: Partial<Attempt> = {}): Attempt => ({
  status: null,
  excerpt: '',
  isFinal: false,
  ...about,
  problem,
})
