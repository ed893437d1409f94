import 'server-only'
import * as z from 'zod'
import { xlsx } from '@/lib/export/xlsx'
import { byteStream } from '@/lib/server/byte-stream'
import { csvLine } from '@/lib/sheet/export-cell'
import { attachment } from './attachment'

/** What the address of a download asks for. */
export const idsQuery = z.object({
  format: z.enum(['xlsx', 'csv']).catch('xlsx'),
  columns: z.enum(['used', 'all']).catch('used'),
})

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** Answers with a table as a file, written while it is read. @param name without its ending */
export function tableFile(
  rows: AsyncIterable<readonly string[]>,
  name: string,
  format: 'xlsx' | 'csv',
): Response {
  const bytes = format === 'xlsx' ? xlsx(name, rows) : csv(rows)
  return attachment(byteStream(bytes), `${name}.${format}`, TYPES[format])
}

/** The mark by which Excel knows UTF-8. */
const BOM = '\ufeff'

async function* csv(rows: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> {
  let text = BOM
  for await (const row of rows) {
    text += csvLine(row)
    if (text.length < 64 * 1024) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}
