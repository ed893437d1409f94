import * as z from 'zod'
import { count } from '../schema-parts'

const text = (length: number) => z.string().max(length)

/** Names of files and tables; databases change or reject control characters. */
const name = text(500).transform(written => written.replaceAll(/\p{Cc}/gu, ' '))

/** Name of a reading of a file; '' is the first one. */
const reading = z.string().regex(/^[\w-]{0,16}$/)

/** Maximum size of a stored file, in bytes: what lib/files/book/limits.ts allows, which this layer may not import. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024

/** Announces a file before its bytes are sent. */
export const sourceFileSchema = z.object({
  id: z.string().regex(/^[\w-]{8,64}$/),
  name,
  size: count.max(MAX_FILE_BYTES),
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

/** The response to the announcement of a file. */
export interface AnnouncedFile {
  /** Positions of the parts that the server has already. */
  readonly there: readonly number[]
  /** The last import of the same bytes into another draft. `path`: of the draft; `at`: ISO 8601. */
  readonly earlier?: { readonly path: string; readonly draft: string; readonly at: string }
}

/** Which rows of which table a request stores: `?reading=&table=0&first=2&last=1001`. */
export const rowsInAddressSchema = z.object({
  reading: reading.default(''),
  table: z.coerce.number().pipe(count),
  first: z.coerce.number().pipe(count),
  last: z.coerce.number().pipe(count),
})

/** Which rows a request reads: `?reading=&table=0&numbers=2,3,17`. */
export const rowsWantedSchema = z.object({
  reading: reading.default(''),
  table: z.coerce.number().pipe(count),
  numbers: z
    .string()
    .max(100_000)
    .transform(list => list.split(',').map(Number))
    .pipe(z.array(count.positive()).max(5000)),
})
