import * as z from 'zod'
import type { CredentialTest, CredentialTests, SecretInfo } from '@/lib/contract/credentials'
import { type Rehearsal, rehearsals } from '@/lib/contract/rehearsals'
import { readWarehouses, type Warehouse } from '@/lib/contract/warehouses'
import type { LearnedLimit } from '@/lib/ledger/rules/learned-limit'
import type { Requirement } from '@/lib/sheet/judge/requirements/requirement'
import type { MessageKey } from './api-messages'
import type { ClockDifference } from './clock-difference'
import { isConsoleLink } from './console-link'

/** Results that leave it open whether the credential works, such as that of a connection without this credential. */
const openCodes: ReadonlySet<string> = new Set([
  'key-unproven',
  'turned-down',
  'lenient',
  'odd',
  'busy',
  'none',
])
const goodCodes: ReadonlySet<string> = new Set(['works', 'key-known'])

/** Whether a test proved that a credential works, proved nothing, or found that it does not work. */
export const testVerdict = ({ code }: CredentialTest): 'good' | 'open' | 'bad' =>
  goodCodes.has(code) ? 'good' : openCodes.has(code) ? 'open' : 'bad'

/** A connection as the screens that manage it show it: without secrets. */
export interface ConnectionView {
  readonly id: string
  readonly name: string
  readonly kind: 'embedded' | 'remote'
  readonly environment: 'test' | 'production'
  /** Origin and an optional path prefix, without a slash at its end. */
  readonly baseUrl: string
  /** How the embedded service misbehaves towards this connection; null: not at all. */
  readonly rehearsal: Rehearsal | null
  /** Whether its service honours idempotency keys; `broken`: a repeated request contradicted that. */
  readonly idempotency: 'off' | 'honoured' | 'broken'
  readonly accessToken: SecretInfo
  readonly secretKey: SecretInfo
  readonly tests: CredentialTests
  /** Maximum orders of one request. */
  readonly checkSize: number
  readonly registerSize: number
  /** Maximum check requests at the same time. */
  readonly checkParallel: number
  /** The warehouses of its service; empty: unknown. */
  readonly warehouses: readonly Warehouse[]
  /** The address of an order in the console of its shipping company, with placeholders; '': unknown. */
  readonly consoleLink: string
  /** Whether new drafts start on it. */
  readonly isDefault: boolean
  /** When its settings were changed last, ISO 8601: its form sends it back. */
  readonly updatedAt: string
}

/** A connection with its state besides its settings. */
export interface ListedConnection {
  readonly connection: ConnectionView
  readonly learned: readonly LearnedLimit[]
  /** How many of its orders are queued or unknown. */
  readonly left: Readonly<Record<'queued' | 'unknown', number>>
  /** How many requirements it has. */
  readonly requirements: number
  /** How far the clock of its service differed in the last response; null: by less than a minute. */
  readonly clock: ClockDifference | null
}

/** A connection as the workbench offers it. */
export interface ConnectionChoice
  extends Pick<ConnectionView, 'id' | 'name' | 'environment' | 'warehouses' | 'consoleLink' | 'rehearsal'> {
  /** Host of its base URL, with the port where there is one. */
  readonly host: string
  /** Field names of its service that operators assigned to columns of this sheet, in the service's spelling. */
  readonly fieldNames: readonly { readonly field: string; readonly column: string }[]
  /** What its service requires of this sheet beyond its API. */
  readonly requirements: readonly Requirement[]
  /** How operators explain messages of its service for this sheet, in the language of the request. */
  readonly explanations: readonly (Pick<MessageKey, 'field' | 'code' | 'template'> & {
    readonly text: string
  })[]
}

/** A pasted token or key, also as the value of its header (`Bearer …`); empty: keep the stored one. */
const secret = z
  .string()
  .transform(text => text.trim().replace(/^bearer\s+/i, ''))
  .pipe(
    z
      .string()
      .max(8000, 'connections.fields.secretLong')
      .regex(/^[\x21-\x7e]*$/, 'connections.fields.secretSpaces'),
  )

/** A whole number from 1 to `most`, as an operator typed it. */
const count = (most: number, message: string) =>
  z
    .string()
    .transform(text => text.normalize('NFKC').trim())
    .refine(text => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most, message)
    .transform(Number)

/** The form of a connection. Only the server knows whether the base URL may be used. */
export const connectionSchema = z.object({
  /** Absent: a new connection. */
  id: z.string().optional(),
  /** `updatedAt` of the connection that the form shows; absent: its values replace those of anyone. */
  shown: z.string().max(100).optional(),
  name: z.string().trim().min(1, 'connections.fields.name').max(60, 'connections.fields.nameLong'),
  environment: z.enum(['test', 'production']),
  baseUrl: z.string().trim().min(1, 'connections.fields.baseUrl').max(2000, 'connections.baseUrl.not-a-url'),
  accessToken: secret,
  secretKey: secret,
  warehouses: z.string().max(20_000, 'connections.fields.warehouses.many'),
  consoleLink: z
    .string()
    .trim()
    .max(2000, 'connections.fields.consoleLink')
    .refine(text => text === '' || isConsoleLink(text), 'connections.fields.consoleLink')
    .optional(),
  checkSize: count(500, 'connections.fields.size'),
  registerSize: count(500, 'connections.fields.size'),
  checkParallel: count(8, 'connections.fields.parallel'),
})
export type ConnectionForm = z.output<typeof connectionSchema>

/** The form's schema, which also reports the line of an unreadable warehouse. */
export const connectionFormSchema = connectionSchema.superRefine(({ warehouses }, context) => {
  const reading = readWarehouses(warehouses)
  if (!reading.ok) {
    const message = `connections.fields.warehouses.${reading.why}`
    context.addIssue({ code: 'custom', path: ['warehouses'], message })
  }
})

/** Whether a connection sends unconfirmed requests again. */
export const idempotencySchema = z.object({ id: z.string().max(100), isOn: z.boolean() })

/** How the sandbox misbehaves from now on; null: not at all. */
export const rehearsalSchema = z.object({ id: z.string(), rehearsal: z.enum(rehearsals).nullable() })

/** The connection to delete, with its name as the operator typed it. */
export const deletionSchema = z.object({ id: z.string(), name: z.string().max(200) })

export const idSchema = z.object({ id: z.string() })
