import { headingKeys } from './dictionary'
import { halves, namesOf, parties, told } from './dictionary-parties'
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
 * that says anything of a recipient the buyer's columns are nobody else's.
 */
export function feedByBuyer(columns: readonly FileColumn[], feeding: Feeding): void {
  if (['name', 'zipCode', 'address'].some(what => isOfRecipient(feeding, `recipient.${what}`))) return
  // 注文者名 is half a name beside 注文者姓: that is asked.
  const isHalved = columns.some(({ heading }) => families.has(keyOf(heading)))
  for (const column of columns) {
    const id = column.said?.column === undefined ? columnOf.get(keyOf(column.heading)) : undefined
    if (id === undefined || feeding.has(id) || (id === 'recipient.name' && isHalved)) continue
    const rule: Rule = { ...takeRule(id, column), ofBuyer: { name: [], recipient: [] } }
    feeding.set(id, { rule, from: [column], why: { kind: 'heading', detail: column.heading } })
  }
}

const families: ReadonlySet<string> = new Set(
  (['ko', 'ja', 'en'] as const).flatMap(language =>
    parties.buyer.who[language].flatMap(who => halves.family[language].map(word => keyOf(`${who} ${word}`))),
  ),
)

/** 받는사람 주소 is a recipient's; 주소 alone may be anybody's. */
const isOfRecipient = (feeding: Feeding, id: string): boolean =>
  (feeding.get(id)?.from ?? []).some(({ said }) => said !== undefined && recipients.has(keyOf(said.name)))

const recipients: ReadonlySet<string> = new Set(
  (['ko', 'ja', 'en'] as const).flatMap(language => [
    ...[...parties.recipient.who[language], ...parties.recipient.whither[language]].map(keyOf),
    ...about.flatMap(what => namesOf('recipient', told[what])[language].map(keyOf)),
  ]),
)
