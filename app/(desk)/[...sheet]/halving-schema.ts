import * as z from 'zod'
import { runSchema } from './schema'

/** A press that sends the orders of a refused request again, in halves. */
export const halvingSchema = runSchema.extend({ attemptId: z.uuid() })
