import { headingKeys } from '@/lib/import/match/dictionary/dictionary'
import { parties, partyFieldNames, personFieldNames } from '@/lib/import/match/dictionary/parties'
import type { ColumnRule } from '@/lib/import/recipe/recipe'
import type { ColumnMappings } from './by-headings'
import { type FileColumn, takeRule } from './column-rules'
import type { HeadingMeaning } from './read-heading'

const buyerFields = [
  'name',
  'contact',
  'email',
  'zipCode',
  'state',
  'city',
  'address',
  'addressDetail',
] as const

/** Columns of the recipient by the names of the buyer's corresponding columns. */
const recipientColumnByName: ReadonlyMap<string, string> = new Map(
  (['ko', 'ja', 'en'] as const).flatMap(language => [
    ...buyerFields.flatMap(what =>
      partyFieldNames('buyer', personFieldNames[what])[language].map(
        name => [keyOf(name), `recipient.${what}`] as const,
      ),
    ),
    ...parties.buyer.who[language].map(name => [keyOf(name), 'recipient.name'] as const),
  ]),
)

function keyOf(name: string): string {
  return headingKeys(name).plain
}

/**
 * If a file names only the buyer, the buyer's columns are mapped to the recipient, and each cell's origin says so. If
 * the file names a recipient, only the buyer's telephone number is used, and only if there is no other.
 */
export function mapBuyerAsRecipient(columns: readonly FileColumn[], mappings: ColumnMappings): void {
  const hasRecipient = ['name', 'zipCode', 'address'].some(what =>
    isOfRecipient(mappings, `recipient.${what}`),
  )
  if (hasRecipient) mapBuyerContact(columns, mappings)
  else mapAllBuyerColumns(columns, mappings)
}

function mapAllBuyerColumns(columns: readonly FileColumn[], mappings: ColumnMappings): void {
  // 注文者名 is half a name beside 注文者姓: that is asked.
  const isHalved = columns.some(
    ({ meaning }) => meaning?.person?.party === 'buyer' && meaning.person.half === 'family',
  )
  for (const column of columns) {
    const id = buyersColumn(column)
    if (id === undefined || mappings.has(id) || (id === 'recipient.name' && isHalved)) continue
    const rule: ColumnRule = { ...takeRule(id, column), ofBuyer: { name: [], recipient: [] } }
    mappings.set(id, { rule, from: [column], reason: { kind: 'heading', detail: column.heading } })
  }
}

/** The recipient's column that corresponds to a buyer's column. */
function buyersColumn({ meaning, heading }: FileColumn): string | undefined {
  if (meaning?.column !== undefined) return undefined
  const { person } = meaning ?? {}
  if (person?.party !== 'buyer') return recipientColumnByName.get(keyOf(heading))
  return person.script === 'kana' || person.line > 1 || person.field === 'corporateNumber'
    ? undefined
    : `recipient.${person.field}`
}

const isPieceOfBuyers = (meaning: HeadingMeaning | undefined): boolean =>
  meaning?.person?.party === 'buyer' && meaning.person.field === 'contact' && meaning.person.line > 1

const CONTACT = 'recipient.contact'

/**
 * Maps the buyer's telephone numbers if the recipient has none: the carrier needs a number, and the cell's origin names
 * its owner.
 */
function mapBuyerContact(columns: readonly FileColumn[], mappings: ColumnMappings): void {
  if (mappings.has(CONTACT)) return
  const found = columns.filter(column => buyersColumn(column) === CONTACT && column.texts.length > 0)
  const [first] = found
  // 市外局番 and the columns behind it are parts of one number.
  if (!first || columns.some(({ meaning }) => isPieceOfBuyers(meaning))) return
  const buyer = columns.filter(column => buyersColumn(column) === 'recipient.name').map(({ name }) => [name])
  const recipient = (mappings.get('recipient.name')?.from ?? []).map(({ name }) => [name])
  const rules = found.map(
    (column): ColumnRule => ({ ...takeRule(CONTACT, column), ofBuyer: { name: buyer, recipient } }),
  )
  const [only, ...others] = rules
  if (!only) return
  mappings.set(CONTACT, {
    rule: others.length === 0 ? only : { firstOf: rules },
    from: found,
    reason: { kind: 'heading', detail: first.heading },
  })
}

/** 받는사람 주소 is the recipient's; 주소 without a party may be anyone's. */
const isOfRecipient = (mappings: ColumnMappings, id: string): boolean =>
  (mappings.get(id)?.from ?? []).some(
    ({ meaning }) =>
      meaning !== undefined &&
      (meaning.person?.party === 'recipient' || recipientNames.has(keyOf(meaning.name))),
  )

const recipientNames: ReadonlySet<string> = new Set(
  (['ko', 'ja', 'en'] as const).flatMap(language => [
    ...[...parties.recipient.who[language], ...parties.recipient.destination[language]].map(keyOf),
    ...buyerFields.flatMap(what => partyFieldNames('recipient', personFieldNames[what])[language].map(keyOf)),
  ]),
)
