import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { countedIn } from './counted-in'
import { headingKeys } from './dictionary'
import { isGiven } from './guess-headings'
import { type Fed, type FileColumn, isDetail, ruleFor, takeRule } from './guess-rules'
import { type Looks, most } from './guess-values'
import type { Rule } from './recipe'

/** Why a column of the sheet is fed as it is. `near`: a misspelt heading; `values`: what the texts look like. */
export type Why =
  | { readonly kind: 'heading' | 'near'; readonly detail: string }
  | { readonly kind: 'values'; readonly detail: Looks }

/** What feeds the columns of a sheet, so far. */
export type Feeding = Map<string, Fed & { readonly why: Why }>

/** Has columns feed what their headings say. */
export function feedByHeadings(columns: readonly FileColumn[], sheet: SheetId, feeding: Feeding): void {
  const known = withHalves(columns)
  for (const { id } of sheets[sheet].columns) {
    const named = known.filter(column => column.said?.column === id && !isElsewhere(id, column))
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

/** Pounds are no kilograms, and nothing that a point can be moved in. */
const isElsewhere = (id: string, { heading }: FileColumn): boolean =>
  /actualWeight$/.test(id) && countedIn(heading)?.weight === 'else'

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
