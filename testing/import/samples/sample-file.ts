import { writeXlsx } from 'hucre'
import { encode } from '@/testing/files/encode'
import type { Sample } from './sample'

/** The bytes of a made-up export, as the shop would provide them. */
export async function sampleFile(sample: Sample): Promise<Uint8Array> {
  if (sample.kind === 'xlsx') return writeXlsx({ sheets: [sheetOf(sample)] })
  const { rows, delimiter } = sample
  const quoted = (text: string) => (/["\r\n]/.test(text) || text.includes(delimiter) ? quote(text) : text)
  const lines = rows.map(row => row.map(quoted).join(delimiter))
  return encode(`${sample.hasMark ? '\uFEFF' : ''}${lines.join('\r\n')}\r\n`, sample.encoding)
}

/** The same export as a workbook with a password. */
export const lockedFile = (sample: Sample, password: string): Promise<Uint8Array> =>
  writeXlsx({ sheets: [sheetOf(sample)], encryption: { password, spinCount: 1000 } })

const sheetOf = ({ rows }: Sample) => ({ name: 'Sheet1', rows: rows.map(row => [...row]) })

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
