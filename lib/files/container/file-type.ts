import { ReadError } from '@/lib/files/book/read-error'

/** The type of a file by its first bytes; `text` is the default. */
export type FileType = 'zip' | 'cfb' | 'biff' | 'text'

/** Files without tables: their first bytes, and the name of their format. */
const unsupported: readonly (readonly [string, string])[] = [
  ['%PDF-', 'PDF'],
  ['\x89PNG', 'PNG'],
  ['\xff\xd8\xff', 'JPEG'],
  ['GIF8', 'GIF'],
  ['HWP Document File', 'HWP'],
  ['{\\rtf', 'RTF'],
  ['MIME-Version:', 'MHTML'],
]

/** Tables written as text, which would be read as the lines of a CSV file: how they begin, and the name of their format. */
const tablesAsText: readonly (readonly [RegExp, string])[] = [
  // What Google Drive stores for a spreadsheet is a link to it.
  [
    /^\{"(?:":\s*"WARNING! DO NOT EDIT|url":\s*"https:\/\/docs\.google\.com\/)[^{}]*"doc_id":/,
    'Google Sheets',
  ],
  [/^(?:\xef\xbb\xbf)?<\?xml[^>]*>\s*<office:document\b/, 'FODS'],
  [/^TABLE\r?\n0,1\r?\n/, 'DIF'],
  // A CSV file may begin with the headings ID;Price as well.
  [/^ID;P\w*(?:;[NE])*\r?\n(?:[^\r\n]*\r?\n)*?C;[XYK]/, 'SYLK'],
]

/** Archives that are not opened: their first bytes, and the name of their format. */
const archives: typeof unsupported = [
  ['Rar!', 'RAR'],
  ['7z\xbc\xaf', '7z'],
  ['\x1f\x8b', 'gzip'],
  ['EGGA', 'EGG'],
  ['ALZ\x01', 'ALZ'],
]

/** How an LZH archive begins: the length and the sum of a header before the method, such as `-lh5-`. */
const lzh = /^.{2}-l[hz][\ds]-/s

/** Bytes that are searched for what a file is. */
const MAX_START = 2048

/** Detects the type of a file. @throws ReadError where it is empty, or of a format without tables */
export function detectFileType(bytes: Uint8Array): FileType {
  if (bytes.length === 0) throw new ReadError({ code: 'empty' })
  const start = String.fromCharCode(...bytes.subarray(0, MAX_START))
  for (const [magic, found] of unsupported)
    if (start.startsWith(magic)) throw new ReadError({ code: 'unsupported', found })
  for (const [pattern, found] of tablesAsText)
    if (pattern.test(start)) throw new ReadError({ code: 'unsupported', found })
  for (const [magic, found] of archives)
    if (start.startsWith(magic)) throw new ReadError({ code: 'packed', found })
  if (lzh.test(start)) throw new ReadError({ code: 'packed', found: 'LZH' })
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'zip'
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'cfb'
  if (isBiff(bytes)) return 'biff'
  return 'text'
}

/**
 * Old programs, and the scripts of many shops, write the records of an XLS file without a container. The length of the
 * first record distinguishes it from a UTF-16 text that begins with a tab: texts contain no characters below a tab.
 */
function isBiff([id, version, length, high]: Uint8Array): boolean {
  const isVersion = version === 0 || version === 2 || version === 4 || version === 8
  const isLength = length === 4 || length === 6 || length === 8 || (length === 16 && version !== 0)
  return id === 0x09 && isVersion && isLength && high === 0
}
