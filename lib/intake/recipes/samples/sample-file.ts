import { writeXlsx } from 'hucre'
import { encode } from '../../fixtures/encode'
import type { Sample } from './sample'

/** The bytes of a made-up export, as the shop would hand them out. */
export async function sampleFile(sample: Sample): Promise<Uint8Array> {
  const { rows } = sample
  if (sample.kind === 'xlsx') {
    return writeXlsx({ sheets: [{ name: 'Sheet1', rows: rows.map(row => [...row]) }] })
  }
  const quoted = (text: string) => (/["\r\n]/.test(text) || text.includes(sample.delimiter) ? quote(text) : text)
  const lines = rows.map(row => row.map(quoted).join(sample.delimiter))
  return encode(`${lines.join('\r\n')}\r\n`, sample.encoding)
}

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
