import { headingKeys } from './dictionary'
import { namesOf, parties, told } from './dictionary-parties'
import type { Feeding } from './guess-by-headings'
import { type FileColumn, takeRule } from './guess-rules'
import type { Rule } from './recipe'

const about = ['name', 'contact', 'email', 'zipCode', 'state', 'city', 'address', 'addressDetail'] as const

/** Columns of the recipient by what says the same of the buyer. */
const columnOf: ReadonlyMap<string, string> = new Map(
  (['ko', 'ja', 'en'] as const).flatMap(language => [
    ...about.flatMap(what =>
      namesOf('buyer', told[what])[language].map(name => [keyOf(name), `recipient.${what}`] as const),
    ),
    ...parties.buyer.who[language].map(name => [keyOf(name), 'recipient.name'] as const),
  ]),
)

function keyOf(name: string): string {
  return headingKeys(name).plain
}

/**
 * Where a file names nobody but the buyer, parcels go there, and every such cell says that it is the buyer's. Of a file
 * that says anything of a recipient the buyer's columns are nobody else's, but for the only telephone number that it has.
 */
export function feedByBuyer(columns: readonly FileColumn[], feeding: Feeding): void {
  const hasRecipient = ['name', 'zipCode', 'address'].some(what =>
    isOfRecipient(feeding, `recipient.${what}`),
  )
  if (hasRecipient) feedContactByBuyer(columns, feeding)
  else feedAllByBuyer(columns, feeding)
}

function feedAllByBuyer(columns: readonly FileColumn[], feeding: Feeding): void {
  // 注文者名 is half a name beside 注文者姓: that is asked.
  const isHalved = columns.some(
    ({ said }) => said?.person?.party === 'buyer' && said.person.half === 'family',
  )
  for (const column of columns) {
    const id = buyersColumn(column)
    if (id === undefined || feeding.has(id) || (id === 'recipient.name' && isHalved)) continue
    const rule: Rule = { ...takeRule(id, column), ofBuyer: { name: [], recipient: [] } }
    feeding.set(id, { rule, from: [column], why: { kind: 'heading', detail: column.heading } })
  }
}

/** The recipient's column that a column says of the buyer. */
function buyersColumn({ said, heading }: FileColumn): string | undefined {
  if (said?.column !== undefined) return undefined
  const { person } = said ?? {}
  if (person?.party !== 'buyer') return columnOf.get(keyOf(heading))
  return person.script === 'kana' || person.line > 1 || person.field === 'corporateNumber'
    ? undefined
    : `recipient.${person.field}`
}

const CONTACT = 'recipient.contact'

/** The buyer's telephone numbers, where the recipient has none: whoever delivers needs one, and the cell says whose it is. */
function feedContactByBuyer(columns: readonly FileColumn[], feeding: Feeding): void {
  if (feeding.has(CONTACT)) return
  const found = columns.filter(column => buyersColumn(column) === CONTACT && column.texts.length > 0)
  const [first] = found
  // 市外局番 and what follows it are no number each.
  if (!first || columns.some(({ said }) => said?.person?.party === 'buyer' && said.person.line > 1)) return
  const buyer = columns.filter(column => buyersColumn(column) === 'recipient.name').map(({ name }) => [name])
  const recipient = (feeding.get('recipient.name')?.from ?? []).map(({ name }) => [name])
  const rules = found.map(
    (column): Rule => ({ ...takeRule(CONTACT, column), ofBuyer: { name: buyer, recipient } }),
  )
  const [only, ...others] = rules
  if (!only) return
  feeding.set(CONTACT, {
    rule: others.length === 0 ? only : { firstOf: rules },
    from: found,
    why: { kind: 'heading', detail: first.heading },
  })
}

/** 받는사람 주소 is a recipient's; 주소 alone may be anybody's. */
const isOfRecipient = (feeding: Feeding, id: string): boolean =>
  (feeding.get(id)?.from ?? []).some(
    ({ said }) =>
      said !== undefined && (said.person?.party === 'recipient' || recipients.has(keyOf(said.name))),
  )

const recipients: ReadonlySet<string> = new Set(
  (['ko', 'ja', 'en'] as const).flatMap(language => [
    ...[...parties.recipient.who[language], ...parties.recipient.whither[language]].map(keyOf),
    ...about.flatMap(what => namesOf('recipient', told[what])[language].map(keyOf)),
  ]),
)
