import * as z from 'zod'
import type { Scope } from '@/lib/contract/operations'
import { DAY_MS, HOUR_MS } from '@/lib/time-units'
import { dayBounds } from '@/lib/words/time/zoned-time'

/** A token or key without its secret. */
export interface CredentialView {
  readonly id: string
  readonly kind: 'token' | 'key'
  /** Its first and last characters, by which its owner recognises it. */
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
  /** Newest first: valid ones, and those that ended in the last 30 days. */
  readonly credentials: readonly CredentialView[]
}

/** A token or key in plain text: shown once, never stored. */
export interface IssuedSecret {
  readonly kind: 'token' | 'key'
  readonly secret: string
  /** When it expires (ISO 8601, UTC); null: when it is revoked. */
  readonly expiresAt: string | null
}

/** New credentials of a client. They are returned once and never stored. */
export interface IssuedSecrets {
  readonly client: string
  readonly secrets: readonly IssuedSecret[]
}

export const renewCredentialSchema = z.object({ credentialId: z.string() })

/** A credential, or a client with all of its credentials. */
export const revokeSchema = z.union([
  z.object({ credentialId: z.string() }),
  z.object({ clientId: z.string() }),
])

/** The permissions of a client by their names in the form. */
export const scopeChoices = {
  both: ['orders', 'products'],
  orders: ['orders'],
  products: ['products'],
} as const satisfies Record<string, readonly Scope[]>

/** Lifetimes of a key: a number of days, up to a chosen day, or until it is revoked. */
export const lifetimes = ['never', '30', '90', '365', 'date'] as const

/** As in scripts/commands/issue-credentials.ts. Expiry times are compared as texts, so years must have four digits. */
const MAX_DAYS = 3650

/** Form fields for the expiry of a key. */
interface End {
  readonly lifetime: (typeof lifetimes)[number]
  /** The last valid day (yyyy-mm-dd, in the operator's time zone), if the lifetime is `date`. */
  readonly lastDay: string
}

/**
 * When a key that is issued at `now` expires; undefined: never.
 * @param timeZone the operator's, whose midnight ends the last day
 */
export function endOfKey({ lifetime, lastDay }: End, now: Date, timeZone: string): Date | undefined {
  if (lifetime === 'never') return undefined
  if (lifetime === 'date') return dayBounds(lastDay, timeZone).until
  return new Date(now.getTime() + Number(lifetime) * DAY_MS)
}

/** Form fields for the expiry of a key. */
export const endFields = { lifetime: z.enum(lifetimes), lastDay: z.string().trim() }

/** How long after UTC a day ends in the last time zone. */
const LAST_ZONE_MS = 12 * HOUR_MS

/** The schema does not know the operator's time zone: it rejects days that are over everywhere, the desk the others. */
export const dayIsToCome = (form: End, context: z.RefinementCtx) => {
  if (form.lifetime !== 'date') return
  const report = (message: string) => context.addIssue({ code: 'custom', path: ['lastDay'], message })
  if (!z.iso.date().safeParse(form.lastDay).success) report('settings.fields.lastDay')
  else if (Date.parse(form.lastDay) + DAY_MS + LAST_ZONE_MS <= Date.now())
    report('settings.fields.lastDayPast')
  else if (Date.parse(form.lastDay) > Date.now() + MAX_DAYS * DAY_MS) report('settings.fields.lastDayFar')
}

/** The name of a client, or of another holder of a key. */
export const keyName = z
  .string()
  .trim()
  .min(1, 'settings.fields.name')
  .max(60, 'settings.fields.nameLong')
  .regex(/^\P{Cc}*$/u, 'settings.fields.nameControl')

/** A new client of the embedded service. */
export const createClientSchema = z
  .object({
    name: keyName,
    scopes: z.enum(['both', 'orders', 'products']),
    ...endFields,
  })
  .superRefine(dayIsToCome)

/** Another token or key of a client. */
export const issueSchema = z
  .object({ clientId: z.string(), kind: z.enum(['key', 'token']), ...endFields })
  .superRefine(dayIsToCome)
