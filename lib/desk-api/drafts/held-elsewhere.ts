import * as z from 'zod'
import { draftId, rowId, sheetId } from '../schema-parts'

const orderNumber = z.string().min(1).max(500)
const place = { draftId, sheetId, connectionId: rowId }

/** Asks what is known of the numbers of a draft elsewhere; the response is `NumbersElsewhere` of lib/sheet. */
export const findNumbersSchema = z.object({ ...place, numbers: z.array(orderNumber).max(2000) })

/** Reports all numbers of a draft that its sheet found to be held elsewhere. */
export const reportHeldElsewhereSchema = z.object({ ...place, numbers: z.array(orderNumber).max(100_000) })
