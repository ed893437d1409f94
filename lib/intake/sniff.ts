import { Unreadable } from './unreadable'

/** What a file is by its first bytes; `text` is whatever nothing else is. */
export type Kind = 'zip' | 'cfb' | 'biff' | 'text'

/** What is no table in any way, by how it begins. */
const foreign: readonly (readonly [string, string])[] = [
  ['%PDF-', 'PDF'],
  ['\x89PNG', 'PNG'],
  ['\xff\xd8\xff', 'JPEG'],
  ['GIF8', 'GIF'],
  ['HWP Document File', 'HWP'],
  ['{\\rtf', 'RTF'],
  ['MIME-Version:', 'MHTML'],
]

/** Archives that are not opened. */
const packed: typeof foreign = [
  ['Rar!', 'RAR'],
  ['7z\xbc\xaf', '7z'],
  ['\x1f\x8b', 'gzip'],
]

/**
 * @returns what a file is
 * @throws Unreadable where it is empty, or something that holds no table
 */
export function sniff(bytes: Uint8Array): Kind {
  if (bytes.length === 0) throw new Unreadable({ code: 'empty' })
  const start = String.fromCharCode(...bytes.subarray(0, 32))
  for (const [sign, found] of foreign)
    if (start.startsWith(sign)) throw new Unreadable({ code: 'unsupported', found })
  for (const [sign, found] of packed)
    if (start.startsWith(sign)) throw new Unreadable({ code: 'packed', found })
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'zip'
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'cfb'
  if (isBiff(bytes)) return 'biff'
  return 'text'
}

/**
 * Old programs, and many shops' scripts, write the records of an XLS file without anything around them. The first
 * record's length keeps it apart from a text in UTF-16 that begins with a tab: signs below a tab are in no text.
 */
function isBiff([id, version, length, high]: Uint8Array): boolean {
  const isVersion = version === 0 || version === 2 || version === 4 || version === 8
  const isLength = length === 4 || length === 6 || length === 8 || (length === 16 && version !== 0)
  return id === 0x09 && isVersion && isLength && high === 0
}
