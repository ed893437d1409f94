import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { countedIn } from './counted-in'
import { headingKeys } from './dictionary'
import { type Fed, type FileColumn, isDetail, isPieceAlone, ruleFor, takeRule } from './guess-rules'
import { type Looks, most } from './guess-values'
import { partsOfHeading } from './heading-parts'
import type { Rule } from './recipe'

/** Why a column of the sheet is fed as it is. `near`: a misspelt heading; `values`: what the texts look like. */
export type Why =
  | { readonly kind: 'heading' | 'near'; readonly detail: string }
  | { readonly kind: 'values'; readonly detail: Looks }

/** What feeds the columns of a sheet, so far. */
export type Feeding = Map<string, Fed & { readonly why: Why }>

/** Has columns feed what their headings say. */
export function feedByHeadings(columns: readonly FileColumn[], sheet: SheetId, feeding: Feeding): void {
  for (const { id } of sheets[sheet].columns) {
    const named = columns.filter(column => column.said?.column === id && !isElsewhere(id, column))
    // A heading that is spelt right is not joined by misspelt ones.
    const exact = named.filter(({ said }) => said && !said.isNear)
    const found = ofOneParty(exact.length > 0 ? exact : named.slice(0, 1))
    const said = found.toSorted((a, b) => (a.said?.rank ?? 0) - (b.said?.rank ?? 0))[0]?.said
    if (!said || isHalfAlone(id, found) || lacksFirstLine(id, found)) continue
    const fed = ruleFor(id, found)
    if (isPieceAlone(id, fed)) continue
    feeding.set(id, {
      ...fed,
      why: { kind: said.isNear ? 'near' : 'heading', detail: said.name },
    })
  }
  feedDetail(feeding)
  nameOrNumber(columns, sheet, feeding)
}

/** Where some headings say whose column they are, those that do not may be somebody else's. */
function ofOneParty(found: readonly FileColumn[]): readonly FileColumn[] {
  const owned = found.filter(({ said }) => said?.person?.party !== undefined || !said?.person)
  return owned.length > 0 ? owned : found
}

/** 住所2 without 住所1 is no address. */
const lacksFirstLine = (id: string, found: readonly FileColumn[]): boolean =>
  /address$/i.test(id) && found.every(({ said }) => said !== undefined && said.part > 1)

/** The lines of an address that follow its first one without a gap. */
function linesBehind(first: FileColumn, rest: readonly FileColumn[]): readonly FileColumn[] {
  const numbered = rest.filter(({ said }) => said !== undefined && said.part > 1)
  const inOrder = numbered.toSorted((a, b) => (a.said?.part ?? 0) - (b.said?.part ?? 0))
  const start = Math.max(first.said?.part ?? 0, 1) + 1
  return inOrder.filter((column, at) => column.said?.part === start + at)
}

/** Whether all that is there of a name is a family name, or a given one: that is nobody's full name. */
function isHalfAlone(id: string, found: readonly FileColumn[]): boolean {
  if (!/name$/i.test(id)) return false
  const of = (half: 'family' | 'given') => found.filter(({ said }) => said?.half === half).length
  const [family, given] = [of('family'), of('given')]
  return family + given > 0 && (family !== 1 || given !== 1)
}

/** Pounds are no kilograms, and nothing that a point can be moved in. */
const isElsewhere = (id: string, { heading }: FileColumn): boolean =>
  /actualWeight$/.test(id) && countedIn(heading)?.weight === 'else'

/**
 * The columns of a file as their headings mean them beside each other: a name beside a family name is the given one,
 * and where a file has both the recipient's columns and columns of nobody, the latter are the buyer's.
 */
export function besideEachOther(columns: readonly FileColumn[]): readonly FileColumn[] {
  const partyOf = ({ said, heading }: FileColumn) => (said?.person ?? partsOfHeading(heading))?.party ?? ''
  const families = new Set(
    columns.filter(({ said }) => said?.half === 'family' && !said.person?.script).map(partyOf),
  )
  const halved = columns.map((column): FileColumn => {
    const person = column.said?.person ?? partsOfHeading(column.heading)
    if (!person?.mayBeGiven || person.script || !families.has(person.party ?? '')) return column
    const of = columns.find(
      ({ said }) => said?.half === 'family' && (said.person?.party ?? '') === (person.party ?? ''),
    )
    if (!of?.said) return column
    const base = column.said ?? { ...of.said, name: column.heading, part: person.line }
    return { ...column, said: { ...base, person, half: 'given' } }
  })
  return buyersApart(halved)
}

/** So many things must be told twice, of the recipient and of nobody, for the latter to be the buyer. */
const TWICE = 2

function buyersApart(columns: readonly FileColumn[]): readonly FileColumn[] {
  const fieldsOf = (party: string | undefined) =>
    new Set(
      columns.flatMap(({ said }) =>
        said?.person && said.person.party === party && said.person.script === undefined
          ? said.person.field
          : [],
      ),
    )
  const [recipient, nobody] = [fieldsOf('recipient'), fieldsOf(undefined)]
  if ([...nobody].filter(field => recipient.has(field)).length < TWICE) return columns
  return columns.map((column): FileColumn => {
    const { said } = column
    if (!said?.person || said.person.party !== undefined || said.column?.startsWith('recipient.') !== true)
      return column
    return { ...column, said: { ...said, column: undefined, person: { ...said.person, party: 'buyer' } } }
  })
}

/**
 * 住所2, or a second 주소 that holds floors and rooms, is the detail of the first; where another column says the detail
 * it goes on with the street.
 */
function feedDetail(feeding: Feeding): void {
  for (const [id, detail] of [
    ['recipient.address', 'recipient.addressDetail'],
    ['recipient.importerJapaneseAddress', 'recipient.importerJapaneseAddressDetail'],
  ] as const) {
    const fed = feeding.get(id)
    const [first] = fed?.from ?? []
    const lines = first ? linesBehind(first, fed?.rest ?? []) : []
    const others = (fed?.rest ?? []).filter(({ said }) => !said || said.part < 2)
    const rest = first && lines.length === 0 ? others.filter(second => isDetail(second, first)) : lines
    const [second] = rest
    if (!fed || !first || !second) continue
    if (feeding.has(detail)) {
      if (lines.length === 0 || !('take' in fed.rule)) continue
      const from = [first, ...lines]
      feeding.set(id, { ...fed, rule: { join: from.map(({ name }) => [name]), by: ' ' }, from, rest: others })
      continue
    }
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
  // Beside a half of a name it is nobody's full name.
  if (!isNumber && columns.some(({ said }) => said?.half !== undefined)) return
  feeding.set(id, { rule: takeRule(id, only), from: [only], why: { kind: 'heading', detail: 'Name' } })
}
