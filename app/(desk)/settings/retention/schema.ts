import * as z from 'zod'

/** Days that personal data of finished orders is kept, at most: ten years. */
const MOST_DAYS = 3650

/** How long personal data is kept: days, or nothing typed for ever. */
export const retentionSchema = z.object({
  days: z
    .string()
    .trim()
    .regex(/^\d{0,4}$/, 'history.retention.notANumber')
    .transform(text => (text === '' ? null : Number(text)))
    .refine(days => days === null || (days >= 1 && days <= MOST_DAYS), 'history.retention.notANumber'),
})
