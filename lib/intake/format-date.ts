import type { Moment } from './date-text'

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const shortDays = { korean: '일월화수목금토', japanese: '日月火水木金土' }

/** Where the eras of Japan begin. */
const eras = [
  { from: 20190501, name: '令和', letter: 'R', before: 2018 },
  { from: 19890108, name: '平成', letter: 'H', before: 1988 },
  { from: 0, name: '昭和', letter: 'S', before: 1925 },
] as const

/** A piece of a format, and what it shows. */
type Piece = (moment: Moment) => string

const known = new Map<string, readonly Piece[]>()

/** A moment as a number format shows it: `m"월" d"일"` shows 3월 2일, `mmm-dd` shows Mar-02. */
export function showMoment(moment: Moment, code: string): string {
  let pieces = known.get(code)
  if (!pieces) {
    pieces = piecesOf(code)
    // A format is used by thousands of cells; that of a hostile file is not kept for ever.
    if (known.size > 500) known.clear()
    known.set(code, pieces)
  }
  let shown = ''
  for (const piece of pieces) shown += piece(moment)
  return shown.trim()
}

function piecesOf(code: string): Piece[] {
  const [first = ''] = code.split(';')
  const texts =
    first.match(
      /"[^"]*"|\\.|\[[^\]]*\]|AM\/PM|A\/P|오전\/오후|y+|m+|d+|h+|s+(?:\.0+)?|a{3,4}|g+|e+|[\s\S]/gi,
    ) ?? []
  const about = {
    hasHalves: texts.some(text => /^(AM\/PM|A\/P|오전\/오후)$/i.test(text)),
    language: /\[\$-[^\]]*411\]/.test(first) ? ('japanese' as const) : ('korean' as const),
  }
  let before = ''
  return texts.map((text, at) => {
    const kind = /^[ymdhs]/i.test(text) ? (text[0] ?? '').toLowerCase() : ''
    const after = texts.slice(at + 1).find(next => /^[ymdhs]/i.test(next))
    const isMinute = kind === 'm' && text.length <= 2 && (before === 'h' || /^s/i.test(after ?? ''))
    if (kind !== '') before = kind
    return isMinute ? moment => padded(moment.minute, text) : moment => show(moment, text, about)
  })
}

interface About {
  readonly hasHalves: boolean
  readonly language: 'korean' | 'japanese'
}

function show(moment: Moment, piece: string, { hasHalves, language }: About): string {
  if (piece.startsWith('"')) return piece.slice(1, -1)
  if (piece.startsWith('\\')) return piece.slice(1)
  if (/^(AM\/PM|A\/P)$/i.test(piece)) return moment.hour < 12 ? 'AM' : 'PM'
  if (piece === '오전/오후') return moment.hour < 12 ? '오전' : '오후'
  if (piece.startsWith('[')) return /^\[h+\]$/i.test(piece) ? String(moment.hour) : ''
  switch (piece[0]?.toLowerCase()) {
    case 'y':
      return piece.length > 2 ? String(moment.year) : String(moment.year % 100).padStart(2, '0')
    case 'm':
      return named(months[moment.month - 1], moment.month, piece)
    case 'd':
      return named(days[moment.weekday], moment.day, piece)
    case 'a':
      if (piece.length < 3) return piece
      return (shortDays[language][moment.weekday] ?? '') + (piece.length === 3 ? '' : longDay[language])
    case 'g':
      return piece.length === 3 ? eraOf(moment).name : eraOf(moment).letter
    case 'e':
      return padded(moment.year - eraOf(moment).before, piece)
    case 'h':
      return padded(hasHalves ? moment.hour % 12 || 12 : moment.hour, piece)
    case 's':
      return padded(moment.second, piece.split('.')[0] ?? piece)
    default:
      return piece === '_' || piece === '*' ? '' : piece
  }
}

const longDay = { korean: '요일', japanese: '曜日' }

function eraOf({ year, month, day }: Moment): (typeof eras)[number] {
  return eras.find(({ from }) => year * 10_000 + month * 100 + day >= from) ?? eras[2]
}

const padded = (value: number, piece: string): string =>
  String(value).padStart(Math.min(piece.length, 2), '0')

function named(name: string | undefined, value: number, piece: string): string {
  if (piece.length < 3 || name === undefined) return padded(value, piece)
  return piece.length === 3 ? name.slice(0, 3) : name
}
