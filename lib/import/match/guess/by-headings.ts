import { headingKeys } from '@/lib/import/match/dictionary/dictionary'
import { partsOfHeading } from '@/lib/import/match/dictionary/heading-parts'
import type { ColumnRule } from '@/lib/import/recipe/recipe'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import {
  type ColumnMapping,
  columnOrder,
  type FileColumn,
  isDetail,
  isIncompletePart,
  ruleFor,
  takeRule,
} from './column-rules'
import { unitInHeading } from './heading-units'
import { isWholeAddress, mostMatch, type ValuePattern } from './value-patterns'

/** Why a column of the sheet is mapped as it is. `near`: a misspelt heading; `values`: the pattern of its texts. */
export type MappingReason =
  | { readonly kind: 'heading' | 'near'; readonly detail: string }
  | { readonly kind: 'values'; readonly detail: ValuePattern }

/** The mappings found so far, by column of the sheet. */
export type ColumnMappings = Map<string, ColumnMapping & { readonly reason: MappingReason }>

/** Maps columns by the meaning of their headings. */
export function mapByHeadings(
  columns: readonly FileColumn[],
  sheet: SheetId,
  mappings: ColumnMappings,
): void {
  for (const { id } of sheets[sheet].columns) {
    const named = columns.filter(column => column.meaning?.column === id && !isOtherUnit(id, column))
    // A correctly spelt heading is not joined with misspelt ones.
    const exact = named.filter(({ meaning }) => meaning && !meaning.isMisspelt)
    const found = ofOneParty(exact.length > 0 ? exact : named.slice(0, 1))
    const meaning = found.toSorted((a, b) => columnOrder(a) - columnOrder(b))[0]?.meaning
    if (!meaning || isHalfAlone(id, found) || lacksFirstLine(id, found)) continue
    const mapped = ruleFor(id, found)
    if (isIncompletePart(id, mapped)) continue
    mappings.set(id, {
      ...mapped,
      reason: { kind: meaning.isMisspelt ? 'near' : 'heading', detail: meaning.name },
    })
  }
  mapAddressDetail(mappings)
  mapNameHeading(columns, sheet, mappings)
}

/** If some headings name a party, those without one may belong to another person. */
function ofOneParty(found: readonly FileColumn[]): readonly FileColumn[] {
  const owned = found.filter(({ meaning }) => meaning?.person?.party !== undefined || !meaning?.person)
  return owned.length > 0 ? owned : found
}

/** 住所2 without 住所1 is not an address, unless it is a whole one: 수취인주소(4) is the fourth form of an order manager. */
const lacksFirstLine = (id: string, found: readonly FileColumn[]): boolean =>
  /address$/i.test(id) &&
  found.every(
    ({ meaning, texts }) => meaning !== undefined && meaning.part > 1 && !mostMatch(texts, isWholeAddress),
  )

/** The lines of an address that follow its first one without a gap. */
function linesBehind(first: FileColumn, rest: readonly FileColumn[]): readonly FileColumn[] {
  const numbered = rest.filter(({ meaning }) => meaning !== undefined && meaning.part > 1)
  const inOrder = numbered.toSorted((a, b) => (a.meaning?.part ?? 0) - (b.meaning?.part ?? 0))
  const start = Math.max(first.meaning?.part ?? 0, 1) + 1
  return inOrder.filter((column, at) => column.meaning?.part === start + at)
}

/** Whether a file has only one half of a name, which is not a full name. */
function isHalfAlone(id: string, found: readonly FileColumn[]): boolean {
  if (!/name$/i.test(id)) return false
  const of = (half: 'family' | 'given') => found.filter(({ meaning }) => meaning?.half === half).length
  const [family, given] = [of('family'), of('given')]
  return family + given > 0 && (family !== 1 || given !== 1)
}

/** Pounds are excluded: they cannot be converted to kilograms by moving the decimal point. */
const isOtherUnit = (id: string, { heading }: FileColumn): boolean =>
  /actualWeight$/.test(id) && unitInHeading(heading)?.weight === 'else'

/**
 * Interprets headings in the context of each other: a name beside a family name is the given name; if a file has the
 * recipient's columns and the same columns without a party, the latter are the buyer's.
 */
export function interpretTogether(columns: readonly FileColumn[]): readonly FileColumn[] {
  const partyOf = ({ meaning, heading }: FileColumn) =>
    (meaning?.person ?? partsOfHeading(heading))?.party ?? ''
  const families = new Set(
    columns.filter(({ meaning }) => meaning?.half === 'family' && !meaning.person?.script).map(partyOf),
  )
  const halved = columns.map((column): FileColumn => {
    const person = column.meaning?.person ?? partsOfHeading(column.heading)
    if (!person?.mayBeGiven || person.script || !families.has(person.party ?? '')) return column
    const of = columns.find(
      ({ meaning }) => meaning?.half === 'family' && (meaning.person?.party ?? '') === (person.party ?? ''),
    )
    if (!of?.meaning) return column
    const base = column.meaning ?? { ...of.meaning, name: column.heading, part: person.line }
    return { ...column, meaning: { ...base, person, half: 'given' } }
  })
  return separateBuyer(halved)
}

/** Fields that must occur both for the recipient and without a party, so that the latter belong to the buyer. */
const MIN_DUPLICATE_FIELDS = 2

function separateBuyer(columns: readonly FileColumn[]): readonly FileColumn[] {
  const fieldsOf = (party: string | undefined) =>
    new Set(
      columns.flatMap(({ meaning }) =>
        meaning?.person && meaning.person.party === party && meaning.person.script === undefined
          ? meaning.person.field
          : [],
      ),
    )
  const [recipient, unassigned] = [fieldsOf('recipient'), fieldsOf(undefined)]
  if ([...unassigned].filter(field => recipient.has(field)).length < MIN_DUPLICATE_FIELDS) return columns
  return columns.map((column): FileColumn => {
    const { meaning } = column
    if (
      !meaning?.person ||
      meaning.person.party !== undefined ||
      meaning.column?.startsWith('recipient.') !== true
    )
      return column
    return {
      ...column,
      meaning: { ...meaning, column: undefined, person: { ...meaning.person, party: 'buyer' } },
    }
  })
}

/**
 * 住所2, or a second 주소 with floors and rooms, is the detail of the first address; if another column has the detail, it
 * continues the street.
 */
function mapAddressDetail(mappings: ColumnMappings): void {
  for (const [id, detail] of [
    ['recipient.address', 'recipient.addressDetail'],
    ['recipient.importerJapaneseAddress', 'recipient.importerJapaneseAddressDetail'],
  ] as const) {
    const mapped = mappings.get(id)
    const [first] = mapped?.from ?? []
    const lines = first ? linesBehind(first, mapped?.rest ?? []) : []
    const others = (mapped?.rest ?? []).filter(({ meaning }) => !meaning || meaning.part < 2)
    const rest = first && lines.length === 0 ? others.filter(second => isDetail(second, first)) : lines
    const [second] = rest
    if (!mapped || !first || !second) continue
    if (mappings.has(detail)) {
      if (lines.length === 0 || !('take' in mapped.rule)) continue
      const from = [first, ...lines]
      mappings.set(id, {
        ...mapped,
        rule: { join: from.map(({ name }) => [name]), by: ' ' },
        from,
        rest: others,
      })
      continue
    }
    const rule: ColumnRule =
      rest.length === 1 ? takeRule(detail, second) : { join: rest.map(({ name }) => [name]), by: ' ' }
    mappings.set(detail, {
      rule,
      from: rest,
      reason: { kind: 'heading', detail: second.meaning?.name ?? second.heading },
    })
  }
}

/** `Name` is an order number in Shopify's files and a person's name in most others: its texts decide. */
function mapNameHeading(columns: readonly FileColumn[], sheet: SheetId, mappings: ColumnMappings): void {
  const found = columns.filter(({ heading, meaning }) => !meaning && headingKeys(heading).plain === 'name')
  const [only] = found
  if (sheet === 'products' || !only || found.length > 1) return
  const isNumber = mostMatch(only.texts, text => /^#?[\w-]+$/.test(text) && /\d/.test(text))
  const id = isNumber ? 'orderInfo.mallOrderNumber' : 'recipient.name'
  if (only.texts.length === 0 || mappings.has(id)) return
  // Beside a half of a name it is not a full name.
  if (!isNumber && columns.some(({ meaning }) => meaning?.half !== undefined)) return
  mappings.set(id, { rule: takeRule(id, only), from: [only], reason: { kind: 'heading', detail: 'Name' } })
}
