import type { CellNote } from '@/lib/files/book/book'
import { xmlTags } from '@/lib/files/excel/xml'
import { codeFormat, type ShowCode } from './shown-code'
import { currencyOfFormat } from './shown-currency'

/** How a cell shows its number. */
export interface NumberFormat {
  readonly code: string
  readonly isDate: boolean
  /** Whether it shows a day, and not only a time. */
  readonly hasDay: boolean
  /** Whether it shows a duration, which may have more hours than a day. */
  readonly isDuration: boolean
  /** Whether it shows more than the number: a percent sign, a power of ten, a currency. Other words are not noted. */
  readonly saysMore: boolean
  /** What it shows of the digits of a code, such as a postal code; undefined for formats of other numbers. */
  readonly showCode: ShowCode | undefined
  /** The note of a number in this format. Cells with the same number have the same note. */
  readonly noteOf: (raw: string) => CellNote
}

/** Codes of the built-in formats. Those that depend on the language are what Excel shows in Korean and Japanese. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  27: 'yyyy"年" mm"月" dd"日"',
  28: 'mm-dd',
  29: 'mm-dd',
  30: 'mm-dd-yy',
  31: 'yyyy"년" mm"월" dd"일"',
  32: 'h"시" mm"분"',
  33: 'h"시" mm"분" ss"초"',
  34: 'yyyy-mm-dd',
  35: 'yyyy-mm-dd',
  36: 'yyyy"年" mm"月" dd"日"',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
  50: 'yyyy"年" mm"月" dd"日"',
  51: 'mm-dd',
  52: 'yyyy-mm-dd',
  53: 'yyyy-mm-dd',
  54: 'mm-dd',
  55: 'yyyy-mm-dd',
  56: 'yyyy-mm-dd',
  57: 'yyyy"年" mm"月" dd"日"',
  58: 'mm-dd',
}

/** Parses a format code. @returns undefined for the general format and for text, which show a number as it is */
function parseNumberFormat(code: string): NumberFormat | undefined {
  // Excel allows no longer codes.
  if (code.length > 255) return undefined
  if (/^(general|@|g\/표준|g\/標準)?$/i.test(code)) return undefined
  const bare = code.replaceAll(/"[^"]*"|\[[^\]]*\]/g, '')
  const isDate = isDateCode(code)
  const saysMore = /%|E[+-]/i.test(firstSection(code)) || currencyOfFormat(code) !== undefined
  return {
    code,
    isDate,
    hasDay: /[yde]/i.test(bare),
    isDuration: /\[[hms]+\]/i.test(code),
    saysMore,
    showCode: isDate || saysMore ? undefined : codeFormat(code),
    noteOf: notesOf(code),
  }
}

/** Notes that are kept for each format: a hundred thousand prices with a currency are a few hundred different ones. */
const MAX_NOTES = 1000

function notesOf(format: string): NumberFormat['noteOf'] {
  const notes = new Map<string, CellNote>()
  return raw => {
    const before = notes.get(raw)
    if (before) return before
    const note: CellNote = { kind: 'number', raw, format }
    if (notes.size < MAX_NOTES) notes.set(raw, note)
    return note
  }
}

/** What is shown of positive numbers. Excel's comma style shows "-" for zero in a later section. */
const firstSection = (code: string): string => code.split(';')[0] ?? ''

/** The formats of a file by their ids, each parsed once. @param own codes that the file itself defines, by id */
export function numberFormatsById(
  own: ReadonlyMap<number, string>,
): (id: number) => NumberFormat | undefined {
  const known = new Map<number, NumberFormat | undefined>()
  return id => {
    if (!known.has(id)) known.set(id, parseNumberFormat(own.get(id) ?? builtIn[id] ?? ''))
    return known.get(id)
  }
}

/** Whether a code shows days or times: it contains their letters outside of quotes, brackets and escapes. */
function isDateCode(code: string): boolean {
  const bare = firstSection(code).replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return /[ymdhs]|[가-힣]*오전|AM\/PM/i.test(bare) && !/[#?]/.test(bare)
}

/**
 * Reads the formats of cells, by the style index of cells.
 * @param xml of `styles.xml`
 */
export function readNumberFormats(xml: string): (NumberFormat | undefined)[] {
  const own = new Map<number, string>()
  const formatById = numberFormatsById(own)
  const formats: (NumberFormat | undefined)[] = []
  let isCells = false
  for (const tag of xmlTags(xml)) {
    if (tag.name === 'cellXfs') isCells = !tag.isClosing
    else if (tag.isClosing) continue
    else if (tag.name === 'numFmt')
      own.set(Number(tag.attribute('numFmtId')), tag.attribute('formatCode') ?? '')
    else if (tag.name === 'xf' && isCells) formats.push(formatById(Number(tag.attribute('numFmtId') ?? 0)))
  }
  return formats
}
