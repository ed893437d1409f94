import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { headingKeys } from './dictionary'
import { isGiven, readHeading } from './guess-headings'
import { type Fed, type FileColumn, isDetail, ruleFor, takeRule } from './guess-rules'
import { type Looks, looksOf, most, textsOf } from './guess-values'
import { distinctHeadings } from './heading'
import type { Recipe, Rule } from './recipe'
import { remedyOf } from './remedies'
import type { Table } from './table'

/** Why a column of the sheet is fed as it is. `near`: a misspelt heading; `values`: what the texts look like. */
export type Why =
  | { readonly kind: 'heading' | 'near'; readonly detail: string }
  | { readonly kind: 'values'; readonly detail: Looks | 'address' }

/** A recipe for a file that nobody has described, and how far it is to be trusted. */
export interface Guess {
  readonly recipe: Recipe
  readonly why: Readonly<Record<string, Why>>
  /** Required columns of the sheet that no column of the file feeds. */
  readonly unfed: readonly string[]
  /** Whether all that only a file can tell is fed, and all of it by headings that are spelt right. */
  readonly isSure: boolean
}

/** What no preset and no product can tell: without these nobody should be shown a sheet unasked. */
const core: Readonly<Record<'order' | 'product', readonly string[]>> = {
  order: [
    ...['orderInfo.mallOrderNumber', 'recipient.name', 'recipient.contact', 'recipient.zipCode'],
    ...['recipient.address', 'items[].name', 'items[].quantity', 'items[].price'],
  ],
  product: ['shopProductId', 'productName', 'productPrice'],
}

/**
 * Guesses which columns of a file feed which columns of a sheet: by headings first, then, for headings that nobody
 * knows, by what the texts look like. Where two columns could be meant, neither is.
 * @param header position of the header in the table's rows; -1: there is none
 */
export function guess(table: Table, header: number, sheet: SheetId): Guess {
  const columns = columnsOf(table, header, sheet)
  const feeding = new Map<string, Fed & { readonly why: Why }>()
  feedByHeadings(columns, sheet, feeding)
  feedByValues(columns, sheet, feeding)
  splitWhole(sheet, feeding)
  const fields: Record<string, Rule> = {}
  const why: Record<string, Why> = {}
  for (const { id } of sheets[sheet].columns) {
    const fed = feeding.get(id)
    if (!fed) continue
    fields[id] = fed.rule
    why[id] = fed.why
  }
  addCurrency(sheet, feeding, fields, why)
  const number = feeding.get(sheets[sheet].key)?.from[0]
  const continues = number !== undefined && hasBlanksBelow(table, header, number.at)
  const unfed = sheets[sheet].columns
    .filter(({ id, required }) => required && !(id in fields))
    .map(({ id }) => id)
  const recipe: Recipe = {
    id: 'guess',
    name: '',
    sheets: [sheet],
    known: columns.filter(({ heading }) => heading.trim() !== '').map(({ name }) => [name]),
    ...(continues ? { continues } : {}),
    fields,
    missing: Object.fromEntries(unfed.map(id => [id, remedyOf(id)])),
  }
  const isSure =
    core[sheets[sheet].noun].every(id => id in fields) &&
    Object.values(why).every(({ kind }) => kind === 'heading')
  return { recipe, why, unfed, isSure }
}

function columnsOf(table: Table, header: number, sheet: SheetId): FileColumn[] {
  const width = table.rows.slice(0, 50).reduce((most_, row) => Math.max(most_, row.length), 0)
  const row = header < 0 ? [] : (table.rows[header] ?? [])
  const headings = Array.from({ length: Math.max(width, row.length) }, (_, at) => row[at] ?? '')
  const names = distinctHeadings(headings)
  return headings.map((heading, at) => {
    const texts = textsOf(table, header, at)
    const said = readHeading(heading, sheet)
    return { at, name: names[at] ?? '', heading, said, texts, looks: said ? undefined : looksOf(texts) }
  })
}

type Feeding = Map<string, Fed & { readonly why: Why }>

function feedByHeadings(columns: readonly FileColumn[], sheet: SheetId, feeding: Feeding): void {
  const known = withHalves(columns)
  for (const { id } of sheets[sheet].columns) {
    const named = known.filter(({ said }) => said?.column === id)
    // A heading that is spelt right is not joined by misspelt ones.
    const exact = named.filter(({ said }) => said && !said.isNear)
    const found = exact.length > 0 ? exact : named.slice(0, 1)
    const said = found.toSorted((a, b) => (a.said?.rank ?? 0) - (b.said?.rank ?? 0))[0]?.said
    if (!said) continue
    feeding.set(id, {
      ...ruleFor(id, found),
      why: { kind: said.isNear ? 'near' : 'heading', detail: said.name },
    })
  }
  feedDetail(feeding)
  nameOrNumber(columns, sheet, feeding)
}

/** Beside a family name, a name is the given one. */
function withHalves(columns: readonly FileColumn[]): readonly FileColumn[] {
  const halved = new Set(columns.flatMap(({ said }) => (said?.half === 'family' ? [said.column] : [])))
  return columns.map(column => {
    const { said } = column
    if (!said || said.half || !halved.has(said.column) || !isGiven(column.heading)) return column
    return { ...column, said: { ...said, half: 'given' } }
  })
}

/** 住所2, or a second 주소 that holds floors and rooms, is the detail of the first unless another column says it. */
function feedDetail(feeding: Feeding): void {
  for (const [id, detail] of [
    ['recipient.address', 'recipient.addressDetail'],
    ['recipient.importerJapaneseAddress', 'recipient.importerJapaneseAddressDetail'],
  ] as const) {
    const fed = feeding.get(id)
    const [first] = fed?.from ?? []
    const rest = first ? (fed?.rest ?? []).filter(second => isDetail(second, first)) : []
    const [second] = rest
    if (!second || feeding.has(detail)) continue
    const rule: Rule =
      rest.length === 1 ? takeRule(detail, second) : { join: rest.map(({ name }) => [name]), by: ' ' }
    feeding.set(detail, {
      rule,
      from: rest,
      why: { kind: 'heading', detail: second.said?.name ?? second.heading },
    })
  }
}

/** `Name` is an order's number in Shopify's files and a person's name in most others: its texts tell. */
function nameOrNumber(columns: readonly FileColumn[], sheet: SheetId, feeding: Feeding): void {
  const found = columns.filter(({ heading, said }) => !said && headingKeys(heading).plain === 'name')
  const [only] = found
  if (sheet === 'products' || !only || found.length > 1) return
  const isNumber = most(only.texts, text => /^#?[\w-]*\d[\w-]*$/.test(text))
  const id = isNumber ? 'orderInfo.mallOrderNumber' : 'recipient.name'
  if (only.texts.length === 0 || feeding.has(id)) return
  feeding.set(id, { rule: takeRule(id, only), from: [only], why: { kind: 'heading', detail: 'Name' } })
}

/** Where columns go whose texts look like something, by sheet; the first that no heading feeds. */
const places: Readonly<Record<'order' | 'product', Readonly<Partial<Record<Looks, string>>>>> = {
  order: {
    'postal-code': 'recipient.zipCode',
    image: 'items[].imageUrl',
    page: 'items[].itemUrl',
    email: 'recipient.email',
    phone: 'recipient.contact',
    waybill: 'orderInfo.domesticShippingNumber',
    'customs-code': 'recipient.personalCustomsClearanceCode',
    currency: 'items[].currency',
    prefecture: 'recipient.state',
    number: 'orderInfo.mallOrderNumber',
  },
  product: { image: 'mainImage', page: 'originProductUrl', number: 'shopProductId' },
}

function feedByValues(columns: readonly FileColumn[], sheet: SheetId, feeding: Feeding): void {
  const ids = new Set(sheets[sheet].columns.map(({ id }) => id))
  const taken = new Set([...feeding.values()].flatMap(({ from }) => from))
  const alike = new Map<string, FileColumn[]>()
  for (const column of columns) {
    if (taken.has(column) || !column.looks || headingKeys(column.heading).plain === 'name') continue
    const id = placeOf(column.looks, column.texts, sheet)
    if (id === undefined || !ids.has(id) || feeding.has(id)) continue
    alike.set(id, [...(alike.get(id) ?? []), column])
  }
  for (const [id, [column, ...others]] of alike) {
    if (!column?.looks || others.length > 0) continue
    feeding.set(id, {
      rule: takeRule(id, column),
      from: [column],
      why: { kind: 'values', detail: column.looks },
    })
  }
}

function placeOf(looks: Looks, texts: readonly string[], sheet: SheetId): string | undefined {
  if (looks !== 'country') return places[sheets[sheet].noun][looks]
  if (sheet === 'products') return undefined
  // Goods come from Korea and go to Japan; any other country could be either.
  if (most(texts, text => /^(JP|JPN|Japan|日本|일본)$/i.test(text))) return 'recipient.country'
  return most(texts, text => /^(KR|KOR|Korea|韓国|한국|대한민국|국산)$/i.test(text))
    ? 'items[].originCountry'
    : undefined
}

/** An address that stands whole in one column feeds what no other column feeds. */
function splitWhole(sheet: SheetId, feeding: Feeding): void {
  const fed = feeding.get('recipient.address')
  const [only, ...others] = fed?.from ?? []
  if (sheet === 'products' || !only || others.length > 0) return
  if (feeding.has('recipient.state') || feeding.has('recipient.city') || !most(only.texts, isWhole)) return
  for (const [id, part] of wholeParts) {
    if (feeding.has(id) && id !== 'recipient.address') continue
    feeding.set(id, {
      rule: { part, of: [[only.name]] },
      from: [only],
      why: { kind: 'values', detail: 'address' },
    })
  }
}

const wholeParts = [
  ['recipient.state', 'state'],
  ['recipient.city', 'city'],
  ['recipient.address', 'address'],
  ['recipient.addressDetail', 'detail'],
] as const

const isWhole = (text: string): boolean =>
  /^(〒?[\d０-９-]{7,8}\s*)?(北海道|東京都|(京都|大阪)府|[^\s\d]{2,3}県).*[市区町村]/.test(text)

const currencies: readonly (readonly [RegExp, string])[] = [
  [/[([（［](원|KRW|₩|￦)[)\]）］]/i, 'KRW'],
  [/[([（［](円|엔|JPY|¥|￥)[)\]）］]/i, 'JPY'],
  [/[([（［](USD|달러|ドル|\$)[)\]）］]/i, 'USD'],
]

/** A price in (원) is in won, on every line. */
function addCurrency(
  sheet: SheetId,
  feeding: Feeding,
  fields: Record<string, Rule>,
  why: Record<string, Why>,
): void {
  const id = 'items[].currency'
  const heading = feeding.get('items[].price')?.from[0]?.heading ?? ''
  const code = currencies.find(([pattern]) => pattern.test(heading))?.[1]
  if (sheet === 'products' || id in fields || code === undefined) return
  fields[id] = { constant: code }
  why[id] = { kind: 'heading', detail: heading }
}

/** Whether rows without a number stand below rows with one, as where an order's other items follow. */
function hasBlanksBelow(table: Table, header: number, column: number): boolean {
  const rows = table.rows.slice(header + 1, header + 301)
  return (
    rows.some((row, at) => at > 0 && (row[column] ?? '').trim() === '') &&
    (rows[0]?.[column] ?? '').trim() !== ''
  )
}
