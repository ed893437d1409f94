import type { DateParts } from './date-text'

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const shortDays = { korean: '일월화수목금토', japanese: '日月火水木金土' }

/** Eras of Japan, by their first day; `before` is the year before their year 1. */
const eras = [
  { from: 20190501, name: '令和', letter: 'R', before: 2018 },
  { from: 19890108, name: '平成', letter: 'H', before: 1988 },
  { from: 0, name: '昭和', letter: 'S', before: 1925 },
] as const

/** Shows a part of a format. */
type FormatPart = (date: DateParts) => string

const MAX_CACHED_FORMATS = 500

/** Formats that were parsed. */
const cache = new Map<string, readonly FormatPart[]>()

/** A date as a number format shows it: `m"월" d"일"` shows 3월 2일, `mmm-dd` shows Mar-02. */
export function formatDate(date: DateParts, code: string): string {
  let pieces = cache.get(code)
  if (!pieces) {
    pieces = piecesOf(code)
    // Thousands of cells share a format. A hostile file may have any number of them.
    if (cache.size > MAX_CACHED_FORMATS) cache.clear()
    cache.set(code, pieces)
  }
  let shown = ''
  for (const piece of pieces) shown += piece(date)
  return shown.trim()
}

function piecesOf(code: string): FormatPart[] {
  const [first = ''] = code.split(';')
  const texts =
    first.match(
      /"[^"]*"|\\.|\[[^\]]*\]|AM\/PM|A\/P|오전\/오후|y+|m+|d+|h+|s+(?:\.0+)?|a{3,4}|g+|e+|[\s\S]/gi,
    ) ?? []
  const context = {
    is12Hour: texts.some(text => /^(AM\/PM|A\/P|오전\/오후)$/i.test(text)),
    language: /\[\$-[^\]]*411\]/.test(first) ? ('japanese' as const) : ('korean' as const),
  }
  let before = ''
  return texts.map((text, at) => {
    const kind = /^[ymdhs]/i.test(text) ? (text[0] ?? '').toLowerCase() : ''
    const after = texts.slice(at + 1).find(next => /^[ymdhs]/i.test(next))
    const isMinute = kind === 'm' && text.length <= 2 && (before === 'h' || /^s/i.test(after ?? ''))
    if (kind !== '') before = kind
    return isMinute ? date => padded(date.minute, text) : date => show(date, text, context)
  })
}

interface FormatContext {
  readonly is12Hour: boolean
  readonly language: 'korean' | 'japanese'
}

function show(date: DateParts, piece: string, { is12Hour, language }: FormatContext): string {
  if (piece.startsWith('"')) return piece.slice(1, -1)
  if (piece.startsWith('\\')) return piece.slice(1)
  if (/^(AM\/PM|A\/P)$/i.test(piece)) return date.hour < 12 ? 'AM' : 'PM'
  if (piece === '오전/오후') return date.hour < 12 ? '오전' : '오후'
  if (piece.startsWith('[')) return /^\[h+\]$/i.test(piece) ? String(date.hour) : ''
  switch (piece[0]?.toLowerCase()) {
    case 'y':
      return piece.length > 2 ? String(date.year) : String(date.year % 100).padStart(2, '0')
    case 'm':
      return named(months[date.month - 1], date.month, piece)
    case 'd':
      return named(days[date.weekday], date.day, piece)
    case 'a':
      if (piece.length < 3) return piece
      return (shortDays[language][date.weekday] ?? '') + (piece.length === 3 ? '' : longDay[language])
    case 'g':
      return piece.length === 3 ? eraOf(date).name : eraOf(date).letter
    case 'e':
      return padded(date.year - eraOf(date).before, piece)
    case 'h':
      return padded(is12Hour ? date.hour % 12 || 12 : date.hour, piece)
    case 's':
      return padded(date.second, piece.split('.')[0] ?? piece)
    default:
      return piece === '_' || piece === '*' ? '' : piece
  }
}

const longDay = { korean: '요일', japanese: '曜日' }

function eraOf({ year, month, day }: DateParts): (typeof eras)[number] {
  return eras.find(({ from }) => year * 10_000 + month * 100 + day >= from) ?? eras[2]
}

const padded = (value: number, piece: string): string =>
  String(value).padStart(Math.min(piece.length, 2), '0')

function named(name: string | undefined, value: number, piece: string): string {
  if (piece.length < 3 || name === undefined) return padded(value, piece)
  return piece.length === 3 ? name.slice(0, 3) : name
}
