import 'server-only'
import { deflateInThreads } from '@/lib/files/write/node-deflate'
import { streamXlsx } from '@/lib/files/write/xlsx'
import { csvLine } from '@/lib/sheet/codecs/csv-cell'

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** A file that is generated while it is downloaded. */
export interface TableFile {
  readonly name: string
  /** Its media type. */
  readonly type: string
  readonly bytes: AsyncGenerator<Uint8Array>
}

/** A table as a file. @param name without its ending */
export const tableFile = (
  rows: AsyncIterable<readonly string[]>,
  name: string,
  format: 'xlsx' | 'csv',
): TableFile => ({
  name: `${name}.${format}`,
  type: TYPES[format],
  bytes: format === 'xlsx' ? xlsx(name, rows) : csv(rows),
})

/** Texts of a long download are not shared between cells, so that memory stays bounded. */
const xlsx = (name: string, rows: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> =>
  streamXlsx([{ name, rows }], { deflate: deflateInThreads, maxSharedStrings: 0, isCleaned: true })

/** The byte order mark by which Excel recognises UTF-8. */
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
