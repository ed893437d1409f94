import * as z from 'zod'
import type { Scope } from '@/lib/contract/operations'
import { dayBounds } from '@/lib/words/zoned-time'

/** A token or key, without what would let anybody in. */
export interface CredentialView {
  readonly id: string
  readonly kind: 'token' | 'key'
  /** Its beginning and its end, by which its owner recognises it. */
  readonly begins: string
  readonly last4: string
  readonly issuedAt: string
  /** When it expires; null: when it is revoked. */
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly state: 'good' | 'over' | 'revoked'
}

/** A client of the embedded service. */
export interface ClientView {
  readonly id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Whether it is Lading itself. */
  readonly isOwn: boolean
  readonly createdAt: string
  readonly revokedAt: string | null
  /** Name of the operator who created it; null: a command, or Lading itself. */
  readonly createdBy: string | null
  /** The newest first: valid ones, and those that expired in the last 30 days. */
  readonly credentials: readonly CredentialView[]
}

/** A token or key in the clear: shown once, never stored. */
export interface IssuedSecret {
  readonly kind: 'token' | 'key'
  readonly secret: string
  /** When it expires (ISO 8601, UTC); null: when it is revoked. */
  readonly expiresAt: string | null
}

/** What was issued to a client. It is answered once and stored nowhere. */
export interface IssuedSecrets {
  readonly client: string
  readonly secrets: readonly IssuedSecret[]
}

export const renewCredentialSchema = z.object({ credentialId: z.string() })

/** A credential, or a client with all it has. */
export const revokeSchema = z.union([
  z.object({ credentialId: z.string() }),
  z.object({ clientId: z.string() }),
])

/** What a client may be allowed, by what the form calls it. */
export const scopeChoices = {
  both: ['orders', 'products'],
  orders: ['orders'],
  products: ['products'],
} as const satisfies Record<string, readonly Scope[]>

/** How long a key may live: days, up to a day of one's own, or until it is revoked. */
export const lifetimes = ['never', '30', '90', '365', 'date'] as const

const DAY = 24 * 60 * 60 * 1000
/** As long as the command lets a key live (scripts/issue-credentials.ts). Ends are compared as texts: years have four digits. */
const MOST_DAYS = 3650

/** What an operator fills in about the end of a key. */
interface End {
  readonly lifetime: (typeof lifetimes)[number]
  /** The last day on which it is good (yyyy-mm-dd, in the operator's time zone); read when the lifetime is `date`. */
  readonly lastDay: string
}

/**
 * When a key ends that is issued at `now`; undefined when it does not.
 * @param timeZone the operator's, whose midnight ends the last day
 */
export function endOfKey({ lifetime, lastDay }: End, now: Date, timeZone: string): Date | undefined {
  if (lifetime === 'never') return undefined
  if (lifetime === 'date') return dayBounds(lastDay, timeZone).until
  return new Date(now.getTime() + Number(lifetime) * DAY)
}

const end = { lifetime: z.enum(lifetimes), lastDay: z.string().trim() }

/** How long after the end of a day in UTC the day ends in the last time zone. */
const LAST_ZONE_MS = 12 * 60 * 60 * 1000

/** A schema does not know the operator's time zone: it refuses a day that is over everywhere; the desk refuses others. */
const dayIsToCome = (form: End, context: z.RefinementCtx) => {
  if (form.lifetime !== 'date') return
  const report = (message: string) => context.addIssue({ code: 'custom', path: ['lastDay'], message })
  if (!z.iso.date().safeParse(form.lastDay).success) report('settings.fields.lastDay')
  else if (Date.parse(form.lastDay) + DAY + LAST_ZONE_MS <= Date.now()) report('settings.fields.lastDayPast')
  else if (Date.parse(form.lastDay) > Date.now() + MOST_DAYS * DAY) report('settings.fields.lastDayFar')
}

/** A new client of the embedded service. */
export const createClientSchema = z
  .object({
    name: z
      .string()
      .trim()
      .min(1, 'settings.fields.name')
      .max(60, 'settings.fields.nameLong')
      .regex(/^\P{Cc}*$/u, 'settings.fields.nameControl'),
    scopes: z.enum(['both', 'orders', 'products']),
    ...end,
  })
  .superRefine(dayIsToCome)

/** One more token or key of a client. */
export const issueSchema = z
  .object({ clientId: z.string(), kind: z.enum(['key', 'token']), ...end })
  .superRefine(dayIsToCome)
