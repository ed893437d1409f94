import type { Moment } from './date-text'

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const koreanDays = '일월화수목금토'

/** A moment as a number format shows it: `m"월" d"일"` shows 3월 2일, `mmm-dd` shows Mar-02. */
export function showMoment(moment: Moment, code: string): string {
  const [first = ''] = code.split(';')
  const pieces =
    first.match(/"[^"]*"|\\.|\[[^\]]*\]|AM\/PM|A\/P|오전\/오후|y+|m+|d+|h+|s+(?:\.0+)?|a{3,4}|[\s\S]/gi) ?? []
  const hasHalves = pieces.some(piece => /^(AM\/PM|A\/P|오전\/오후)$/i.test(piece))
  let shown = ''
  let before = ''
  for (const [at, piece] of pieces.entries()) {
    const kind = /^[ymdhsa]/i.test(piece) ? (piece[0] ?? '').toLowerCase() : ''
    const after = pieces.slice(at + 1).find(next => /^[ymdhs]/i.test(next) && !/^AM\/PM/i.test(next))
    const isMinute = kind === 'm' && piece.length <= 2 && (before === 'h' || /^s/i.test(after ?? ''))
    shown += isMinute ? padded(moment.minute, piece) : show(moment, piece, hasHalves)
    if (kind !== '' && !/^(AM\/PM|A\/P)$/i.test(piece)) before = kind
  }
  return shown.trim()
}

function show(moment: Moment, piece: string, hasHalves: boolean): string {
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
      return piece.length === 3 ? (koreanDays[moment.weekday] ?? '') : `${koreanDays[moment.weekday]}요일`
    case 'h':
      return padded(hasHalves ? moment.hour % 12 || 12 : moment.hour, piece)
    case 's':
      return padded(moment.second, piece.split('.')[0] ?? piece)
    default:
      return piece === '_' || piece === '*' ? '' : piece
  }
}

const padded = (value: number, piece: string): string =>
  String(value).padStart(Math.min(piece.length, 2), '0')

function named(name: string | undefined, value: number, piece: string): string {
  if (piece.length < 3 || name === undefined) return padded(value, piece)
  return piece.length === 3 ? name.slice(0, 3) : name
}
