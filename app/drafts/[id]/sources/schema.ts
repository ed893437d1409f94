import * as z from 'zod'

/** A number that an integer column of both databases holds. */
const count = z.int().nonnegative().max(2_147_483_647)
const text = (most: number) => z.string().max(most)

/** Names of files and of their tables; neither database keeps control characters as they are. */
const name = text(500).transform(said => said.replaceAll(/\p{Cc}/gu, ' '))

/** Name of a way in which a file was read; '' the first one. */
const reading = z.string().regex(/^[\w-]{0,16}$/)

/** Bytes of the largest file that is kept; lib/intake/limits.ts lets none through that is larger. */
export const MOST_BYTES = 100 * 1024 * 1024

/** What is said of a file before its bytes come. */
export const sourceSchema = z.object({
  id: z.string().regex(/^[\w-]{8,64}$/),
  name,
  size: count.max(MOST_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  kind: text(20),
  parts: z.int().positive().max(200),
  table: z.object({
    reading,
    position: count,
    encoding: text(20).nullable(),
    delimiter: text(4).nullable(),
    name,
    header: z.int().min(-1),
    headings: z.array(z.string()).max(20_000),
    recipe: z.record(z.string(), z.unknown()),
    fed: z.record(z.string(), z.array(count)),
  }),
})

/** Which rows of which table come. */
export const rowsSchema = z.object({
  reading: reading.default(''),
  table: z.coerce.number().pipe(count),
  first: z.coerce.number().pipe(count),
  last: z.coerce.number().pipe(count),
})

/** Which rows are asked for: `?reading=&table=0&numbers=2,3,17`. */
export const askedSchema = z.object({
  reading: reading.default(''),
  table: z.coerce.number().pipe(count),
  numbers: z
    .string()
    .max(100_000)
    .transform(list => list.split(',').map(Number))
    .pipe(z.array(count.positive()).max(5000)),
})
