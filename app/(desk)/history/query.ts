import * as z from 'zod'
import type { Place } from '@/lib/store/history-runs'

/** What a page's address asks for, as Next hands it over. */
export type Query = Readonly<Record<string, string | string[] | undefined>>

const text = z.string().min(1).max(200).optional().catch(undefined)

/** What an integer column holds in both databases. */
const MAX_INT = 2_147_483_647

/** A place in a list that is sorted by time, as addresses carry it. */
const place = z
  .string()
  .regex(/^\d{4}-[^~]+~[\w-]+$/)
  .transform((value): Place => {
    const [at = '', id = ''] = value.split('~')
    return { at, id }
  })
  .optional()
  .catch(undefined)

/** Which runs or orders the address of the history asks for. What cannot be read asks for nothing. */
export const historyQuery = z.object({
  q: text,
  kind: z.enum(['check', 'register']).optional().catch(undefined),
  state: z.enum(['running', 'paused', 'stopped', 'cancelled', 'done']).optional().catch(undefined),
  connection: text,
  draft: text,
  operator: text,
  day: z.iso.date().optional().catch(undefined),
  older: place,
  newer: place,
  /** Where a search among recipients goes on. */
  after: z.coerce.number().int().optional().catch(undefined),
})

/** Which part of a run the address of its page asks for. */
export const runQuery = z.object({
  requests: place,
  orders: z.coerce.number().int().min(0).max(MAX_INT).catch(0),
  state: text,
})

/** A place as addresses carry it. */
export const placeText = ({ at, id }: Place): string => `${at}~${id}`

/** An address with some of its questions changed; what is undefined is left out. */
export function withQuery(path: string, query: Query, change: Query): string {
  const all = Object.entries({ ...query, ...change }).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  )
  const text = new URLSearchParams(all).toString()
  return text === '' ? path : `${path}?${text}`
}
