/** Writes the digits of a number as a format shows them; undefined where the number should stay as it is. */
export type ShowCode = (number: string) => string | undefined

/** A section of a number format: the numbers to which it applies, and how it shows them. */
interface Section {
  readonly condition: ((value: number) => boolean) | undefined
  readonly show: ShowCode | undefined
}

/**
 * What a number format shows of a code of digits: 0600001 in `0000000`, 060-0001 in `000-0000`, P012345678901 in
 * `"P"000000000000`. Formats of amounts, weights and dates are none of these, and no digit is rounded.
 * @returns undefined if the format is not one of codes
 */
export function codeFormat(format: string): ShowCode | undefined {
  const sections = sectionsOf(format).map(readSection)
  if (!sections.some(section => section?.show)) return undefined
  const isConditional = sections.some(section => section?.condition)
  return number => {
    if (!plainNumber.test(number)) return undefined
    const value = Number(number)
    const ofZero = value === 0 ? sections[2] : undefined
    if (!isConditional) return (ofZero ?? sections[0])?.show?.(number)
    for (const section of sections) {
      // What a section that cannot be read shows is unknown.
      if (!section) return undefined
      if (!section.condition || section.condition(value)) return section.show?.(number)
    }
    return undefined
  }
}

const plainNumber = /^\d{1,15}(?:\.\d{1,15})?$/

/** Quoted and escaped texts, conditions and languages in brackets, padding, and single characters. */
const tokenPattern = /"[^"]*"|\\.|\[[^\]]*\]|[_*].|[\s\S]/gu

function sectionsOf(format: string): string[][] {
  const sections: string[][] = [[]]
  for (const [token] of format.matchAll(tokenPattern)) {
    if (token === ';') sections.push([])
    else sections.at(-1)?.push(token)
  }
  return sections
}

const conditionPattern = /^\[(<=|>=|<>|<|>|=)(\d+)\]$/
const languagePattern = /^\[\$-[^\]]*\]$/

/** @returns undefined if the section has other instructions than digits and literal characters */
function readSection(tokens: readonly string[]): Section | undefined {
  let condition: Section['condition']
  const pieces: Piece[] = []
  for (const token of tokens) {
    const [, sign = '', limit] = conditionPattern.exec(token) ?? []
    const compare = comparisons[sign]
    if (compare) condition = value => compare(value, Number(limit))
    else if (!languagePattern.test(token)) {
      const piece = pieceOf(token)
      if (!piece) return undefined
      pieces.push(piece)
    }
  }
  return { condition, show: showCode(pieces) }
}

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '<=': (value, limit) => value <= limit,
  '>=': (value, limit) => value >= limit,
  '<>': (value, limit) => value !== limit,
  '<': (value, limit) => value < limit,
  '>': (value, limit) => value > limit,
  '=': (value, limit) => value === limit,
}

/** A digit (0 or #), the decimal point, or literal characters. */
type Piece = { readonly digit: '0' | '#' } | { readonly point: true } | { readonly literal: string }

function pieceOf(token: string): Piece | undefined {
  if (token === '0' || token === '#') return { digit: token }
  if (token === '.') return { point: true }
  if (token.startsWith('"') && token.length > 1) return { literal: token.slice(1, -1) }
  if (token.startsWith('\\') && token.length > 1) return { literal: token.slice(1) }
  return /^[- ()+]$/.test(token) ? { literal: token } : undefined
}

/** Digits that a telephone number has at least. */
const MIN_TELEPHONE_DIGITS = 7
/** Zeros before the decimal point of a code, such as a customs tariff number; amounts and weights have fewer. */
const MIN_ZEROS_OF_DECIMAL_CODE = 4
/** Zeros behind the letters of a code. */
const MIN_ZEROS_BEHIND_LETTERS = 3

function showCode(pieces: readonly Piece[]): ShowCode | undefined {
  const first = pieces.findIndex(piece => 'digit' in piece)
  const point = pieces.findIndex(piece => 'point' in piece)
  const end = point === -1 ? pieces.length : point
  const body = pieces.slice(first, end)
  const last = body.at(-1)
  if (first === -1 || !last || !('digit' in last) || !body.every(isOfCode)) return undefined
  const decimals = point === -1 ? [] : pieces.slice(point + 1)
  const behind = textOf(decimals)
  // A second point, as in 0000.00.0000, is not a decimal one.
  if (point !== -1 && (!/^0+$/.test(behind) || decimals.some(piece => 'point' in piece))) return undefined
  const pattern = { prefix: textOf(pieces.slice(0, first)), digits: textOf(body), decimals: behind.length }
  return isCode(pattern) ? number => writeCode(pattern, number) : undefined
}

/** Whether a piece is a digit, or a separator between the digits of a code. */
const isOfCode = (piece: Piece): boolean =>
  'digit' in piece || ('literal' in piece && /^[-. ()/]*$/.test(piece.literal))

const textOf = (pieces: readonly Piece[]): string =>
  pieces.map(piece => ('digit' in piece ? piece.digit : 'literal' in piece ? piece.literal : '')).join('')

interface CodePattern {
  readonly prefix: string
  /** Placeholders of digits, with the characters between them. */
  readonly digits: string
  readonly decimals: number
}

const placesOf = (digits: string): string => digits.replaceAll(/[^0#]/g, '')

function isCode({ prefix, digits, decimals }: CodePattern): boolean {
  const places = placesOf(digits)
  if (decimals > 0) return prefix === '' && /^0+$/.test(digits) && digits.length >= MIN_ZEROS_OF_DECIMAL_CODE
  if (prefix === '(' || /^\+\d{1,3}[- ]?$/.test(prefix)) return places.length >= MIN_TELEPHONE_DIGITS
  // # ##0 is a number with thousands separators.
  if (places.includes('#'))
    return prefix === '' && digits.includes('-') && places.length >= MIN_TELEPHONE_DIGITS
  if (prefix === '' || prefix === '〒') return places.length > 1
  return /^[A-Z]{1,4}[- ]?$/.test(prefix) && places.length >= MIN_ZEROS_BEHIND_LETTERS
}

function writeCode({ prefix, digits, decimals }: CodePattern, number: string): string | undefined {
  const [whole = '', fraction = ''] = number.split('.')
  if (fraction.length > decimals) return undefined
  const places = placesOf(digits)
  const firstZero = places.indexOf('0')
  const padded = whole.padStart(firstZero === -1 ? 0 : places.length - firstZero, '0')
  const unused = places.length - padded.length
  if (places.includes('#') || prefix.endsWith('(')) {
    // A first digit is missing, or there are too many: Excel shows (101) 234-5678 of a number that lacks its zero.
    const leading = /^[0#]+/.exec(digits)?.[0].length ?? 0
    if (unused < 0 || unused >= leading || (firstZero === 0 && !padded.startsWith('0'))) return undefined
  }
  // Digits beyond the length of the format come first.
  let at = Math.max(0, -unused)
  let text = prefix + padded.slice(0, at)
  let skipped = Math.max(0, unused)
  for (const sign of digits) {
    const isPlace = sign === '0' || sign === '#'
    if (isPlace && skipped > 0) skipped--
    else text += isPlace ? (padded[at++] ?? '') : sign
  }
  return decimals === 0 ? text : `${text}.${fraction.padEnd(decimals, '0')}`
}
