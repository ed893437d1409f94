import * as z from 'zod'
import type { Scope } from '@/lib/contract/operations'

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
  /** The last day on which it is good (UTC, yyyy-mm-dd); read when the lifetime is `date`. */
  readonly lastDay: string
}

/** When a key ends that is issued at `now`; undefined when it does not. */
export function endOfKey({ lifetime, lastDay }: End, now: Date): Date | undefined {
  if (lifetime === 'never') return undefined
  if (lifetime === 'date') return new Date(Date.parse(lastDay) + DAY)
  return new Date(now.getTime() + Number(lifetime) * DAY)
}

const end = { lifetime: z.enum(lifetimes), lastDay: z.string().trim() }

const dayIsToCome = (form: End, context: z.RefinementCtx) => {
  if (form.lifetime !== 'date') return
  const say = (message: string) => context.addIssue({ code: 'custom', path: ['lastDay'], message })
  if (!z.iso.date().safeParse(form.lastDay).success) say('settings.fields.lastDay')
  else if (Date.parse(form.lastDay) + DAY <= Date.now()) say('settings.fields.lastDayPast')
  else if (Date.parse(form.lastDay) > Date.now() + MOST_DAYS * DAY) say('settings.fields.lastDayFar')
}

/** A new client of the embedded service. */
export const newClientSchema = z
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
