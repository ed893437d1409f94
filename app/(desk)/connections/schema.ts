import * as z from 'zod'
import { rehearsals } from '@/lib/contract/rehearsals'

/** A token or key as it was pasted; empty: keep what is stored. */
const secret = z
  .string()
  .trim()
  .max(8000, 'connections.fields.secretLong')
  .regex(/^[\x21-\x7e]*$/, 'connections.fields.secretSpaces')

/** What an operator fills in of a connection. Whether the base URL may be used, only the server knows. */
export const connectionSchema = z.object({
  /** Absent: a new connection. */
  id: z.string().optional(),
  name: z.string().trim().min(1, 'connections.fields.name').max(60, 'connections.fields.nameLong'),
  environment: z.enum(['test', 'production']),
  baseUrl: z.string().trim().min(1, 'connections.fields.baseUrl').max(2000, 'connections.baseUrl.not-a-url'),
  accessToken: secret,
  secretKey: secret,
})
export type ConnectionForm = z.infer<typeof connectionSchema>

/** How the sandbox shall misbehave; null: not at all. */
export const rehearsalSchema = z.object({ id: z.string(), rehearsal: z.enum(rehearsals).nullable() })
