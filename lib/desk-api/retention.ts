import * as z from 'zod'

/** How long personal data of finished orders is kept, and the result of the last daily work. */
export interface RetentionView {
  /** null: forever. */
  readonly days: number | null
  readonly changedBy: string | null
  readonly changedAt: string | null
  readonly ranAt: string | null
  /** Orders that the last daily work erased. */
  readonly erased: number
}

/** Maximum number of days that personal data of finished orders is kept: ten years. */
const MAX_DAYS = 3650

/** How long personal data is kept, in days; blank: forever. */
export const retentionSchema = z.object({
  days: z
    .string()
    .trim()
    .regex(/^\d{0,4}$/, 'history.retention.notANumber')
    .transform(text => (text === '' ? null : Number(text)))
    .refine(days => days === null || (days >= 1 && days <= MAX_DAYS), 'history.retention.notANumber'),
})
