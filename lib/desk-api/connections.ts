import * as z from 'zod'
import { type Rehearsal, rehearsals } from '@/lib/contract/rehearsals'
import { readWarehouses, type Warehouse } from '@/lib/contract/warehouses'
import type { MessageKey } from './api-messages'

/** What a screen may know of a stored secret. */
export interface SecretInfo {
  readonly hasSecret: boolean
  readonly last4: string | null
  readonly updatedAt: string | null
}

/** The result of trying a credential; `connections.probe.<code>` of lib/words says it. */
export interface CredentialTest {
  readonly code: string
  /** ISO 8601. */
  readonly at: string
  /** Values that its sentences mention. */
  readonly values?: Readonly<Record<string, string | number>>
}

/** The latest tests of both credentials of a connection; null: not tried since the credential was saved. */
export type CredentialTests = Readonly<Record<'accessToken' | 'secretKey', CredentialTest | null>>

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
  readonly accessToken: SecretInfo
  readonly secretKey: SecretInfo
  readonly tests: CredentialTests
  /** Orders of one request, at most. */
  readonly checkSize: number
  readonly registerSize: number
  /** Check requests under way at once, at most. */
  readonly checkParallel: number
  /** Where its service takes parcels in; empty: not known. */
  readonly warehouses: readonly Warehouse[]
  /** Whether new drafts start on it. */
  readonly isDefault: boolean
}

/** A limit that the service of a connection taught, below what the operator chose. */
export interface LearnedLimit {
  /** Records per request, or concurrent requests. */
  readonly what: 'check_size' | 'register_size' | 'product_size' | 'check_parallel'
  readonly value: number
  readonly why: 'too_large' | 'timed_out'
  /** ISO 8601. */
  readonly learnedAt: string
}

/** A connection with what is known of it besides its settings. */
export interface ListedConnection {
  readonly connection: ConnectionView
  readonly learned: readonly LearnedLimit[]
  /** How many of its orders are queued or unknown. */
  readonly left: Readonly<Record<'queued' | 'unknown', number>>
}

/** A connection as the workbench offers it. */
export interface ConnectionChoice
  extends Pick<ConnectionView, 'id' | 'name' | 'environment' | 'warehouses' | 'rehearsal'> {
  /** Host of its base URL, with the port where there is one. */
  readonly host: string
  /** Field names of its service that operators assigned to columns of this sheet, in the service's spelling. */
  readonly fieldNames: readonly { readonly field: string; readonly column: string }[]
  /** How operators explain messages of its service for this sheet, in the language of the request. */
  readonly explanations: readonly (Pick<MessageKey, 'field' | 'code' | 'template'> & {
    readonly text: string
  })[]
}

/** A token or key as it was pasted; empty: keep what is stored. */
const secret = z
  .string()
  .trim()
  .max(8000, 'connections.fields.secretLong')
  .regex(/^[\x21-\x7e]*$/, 'connections.fields.secretSpaces')

/** A whole number from 1 to `most`, as somebody typed it. */
const count = (most: number, message: string) =>
  z
    .string()
    .transform(text => text.normalize('NFKC').trim())
    .refine(text => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most, message)
    .transform(Number)

/** What an operator fills in of a connection. Whether the base URL may be used, only the server knows. */
export const connectionSchema = z.object({
  /** Absent: a new connection. */
  id: z.string().optional(),
  name: z.string().trim().min(1, 'connections.fields.name').max(60, 'connections.fields.nameLong'),
  environment: z.enum(['test', 'production']),
  baseUrl: z.string().trim().min(1, 'connections.fields.baseUrl').max(2000, 'connections.baseUrl.not-a-url'),
  accessToken: secret,
  secretKey: secret,
  warehouses: z.string().max(20_000, 'connections.fields.warehouses.many'),
  checkSize: count(500, 'connections.fields.size'),
  registerSize: count(500, 'connections.fields.size'),
  checkParallel: count(8, 'connections.fields.parallel'),
})
export type ConnectionForm = z.output<typeof connectionSchema>

/** The form's schema, which also says in which line the warehouses cannot be read. */
export const connectionFormSchema = connectionSchema.superRefine(({ warehouses }, context) => {
  const reading = readWarehouses(warehouses)
  if (!reading.ok) {
    const message = `connections.fields.warehouses.${reading.why}`
    context.addIssue({ code: 'custom', path: ['warehouses'], message })
  }
})

/** How the sandbox shall misbehave; null: not at all. */
export const rehearsalSchema = z.object({ id: z.string(), rehearsal: z.enum(rehearsals).nullable() })

/** Which connection is to be deleted; its name as the operator typed it. */
export const deletionSchema = z.object({ id: z.string(), name: z.string().max(200) })

export const idSchema = z.object({ id: z.string() })
