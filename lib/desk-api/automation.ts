import * as z from 'zod'
import { sheetIds } from '@/lib/sheet/schema/sheet-ids'
import { sheetId } from './schema-parts'

// What programs and the desk say to each other below /desk-api/v1. The schemas are also its OpenAPI description.

const text = z.string()
const number = z.int().nonnegative()
const time = z.iso.datetime()

/** The state of a file that arrived without a person. */
const fileState = z.enum(['importing', 'imported', 'needs_person'])

/** Why a file needs a person. */
const reasonKinds = [
  'mapping',
  'choosing',
  'statuses',
  'repeated',
  'elsewhere',
  'returned',
  'password',
  'encoding',
  'unreadable',
  'gone',
] as const
export type ReasonKind = (typeof reasonKinds)[number]

export const runView = z.object({
  id: text,
  kind: z.enum(['check', 'register']),
  state: z.enum(['preparing', 'running', 'paused', 'stopped', 'finished', 'cancelled', 'failed']),
  total: number,
  done: number,
  problem: text.nullable().describe('Why it waits, has stopped or did not start, as a sentence.'),
})
export type ProgramRun = z.output<typeof runView>

export const fileView = z.object({
  id: text,
  name: text,
  size: number.describe('In bytes.'),
  sha256: text,
  state: fileState,
  reason: z
    .object({ code: z.enum(reasonKinds), message: text })
    .nullable()
    .describe('Why a person is needed.'),
  isKnown: z.boolean().optional().describe('Whether the same contents had arrived before.'),
  draft: z.object({ id: text, url: text.describe('Its page, for a person.') }),
  counts: z
    .object({ rows: number, orders: number, skipped: number.describe('Canceled and unpaid orders.') })
    .nullable(),
  unconfirmed: number.describe('Orders of the draft that were sent, and whose result is not proven.'),
  run: runView.nullable().describe('The latest check or registration of the draft.'),
  waiting: number.describe('Orders of the draft that are queued behind a paused or stopped run.'),
  receivedAt: time,
})
export type ProgramFile = z.output<typeof fileView>

export const fileList = z.object({ files: z.array(fileView) })

/** Orders of a draft by their status. */
const orderCounts = z.object({
  total: number,
  ready: number.describe('Passed their check as they are now.'),
  failing: number,
  unchecked: number.describe('Not checked yet, or edited since.'),
  underWay: number.describe('Queued or being sent.'),
  waiting: number.describe(
    'Of `underWay`: queued behind a paused or stopped run of this connection. The next registration sends them as well.',
  ),
  registered: number,
  unconfirmed: number.describe('Sent, and the result is not proven. They are never sent in a new request.'),
  elsewhere: number.describe('Orders of other drafts have their numbers.'),
  rejectedBefore: number.describe('Rejected before without a reason. A person decides.'),
  warnings: number.describe('Orders with warnings.'),
})
export type OrderCounts = z.output<typeof orderCounts>

const draftError = z.object({
  order: text.describe('The number of the order or product.'),
  row: z.int().nullable().describe('Row of the file, as spreadsheet programs count.'),
  column: text.nullable().describe('The field of the shipping API.'),
  columnName: text.nullable(),
  value: text,
  message: text.describe('What is wrong and what to enter instead.'),
  apiMessage: text.nullable().describe('The message of the shipping API, verbatim.'),
})
export type DraftError = z.output<typeof draftError>

export const draftView = z.object({
  id: text,
  name: text,
  sheet: sheetId,
  url: text,
  connection: z.object({ name: text, environment: z.enum(['test', 'production']) }),
  file: fileView,
  orders: orderCounts,
  waitingElsewhere: z
    .array(z.object({ connection: text, orders: number }))
    .describe(
      'Of `underWay`: queued behind paused or stopped runs of other connections. Only those connections send them.',
    ),
  errors: z.array(draftError).describe('At most 1,000; `orders` counts all.'),
  run: runView.nullable(),
})
export type ProgramDraft = z.output<typeof draftView>

export const idList = z.object({
  ids: z.array(
    z.object({ number: text, orderId: text.nullable(), state: z.enum(['registered', 'unconfirmed']) }),
  ),
})
export type ProgramIds = z.output<typeof idList>

/** The name of a delivered file. */
export const fileName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}/\\]+$/u)

/** `?name=orders.csv`, and how the file is imported. */
export const fileQuery = z.object({
  name: fileName.describe('The name of the file; in a form, the file has one.'),
  sheet: sheetId.optional().describe('The sheet to fill; default: the one that the file fits.'),
  connection: z.string().max(200).optional().describe('Name of the connection on which it is checked.'),
  new: z.enum(['true']).optional().describe('Imports the file again although its contents are known.'),
})

/** The query of a file that is sent as a form. */
export const formQuery = fileQuery.partial({ name: true })

export const checkRequest = z.object({ connection: z.string().min(1).max(200).optional() })

/** A registration: `confirm` is the number of orders that the program expects to be sent. */
export const registerRequest = z.object({
  connection: z.string().min(1).max(200),
  confirm: z
    .int()
    .positive()
    .describe('How many orders are sent: `ready` and `waiting`. With another count nothing is sent (409).'),
})

export const problem = z.object({
  type: text,
  title: text,
  status: z.int(),
  detail: text,
  ready: number.optional().describe('How many orders are ready, where the count to confirm differs.'),
  waiting: number.optional().describe('How many orders wait behind a paused or stopped run, likewise.'),
})

/** All sheets, for a message. */
export const sheetList = sheetIds.join(', ')
