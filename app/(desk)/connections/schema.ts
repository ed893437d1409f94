import * as z from 'zod'
import { rehearsals } from '@/lib/contract/rehearsals'
import { readWarehouses } from '@/lib/contract/warehouses'

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
