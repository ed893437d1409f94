import type { LineId } from './draft'
import type { Workbook } from './workbook'

/** Orders that go to the same person at the same place. */
export interface SameParcel {
  /** First lines of the orders, in the order of the draft. */
  readonly leads: readonly LineId[]
  readonly numbers: readonly string[]
  readonly name: string
  readonly address: string
  /** Columns in which they say different things; what the first says would hold. */
  readonly differing: readonly string[]
}

/** Columns that tell where a parcel goes; spelling aside they are the same. */
const PLACE = [
  'recipient.country',
  'recipient.name',
  'recipient.zipCode',
  'recipient.state',
  'recipient.city',
  'recipient.address',
  'recipient.addressDetail',
]

/** Orders of a draft that could travel in one parcel, as nobody sent them yet. Those without name or address are passed over. */
export function sameParcels(workbook: Workbook): SameParcel[] {
  const byPlace = new Map<string, LineId[]>()
  const said = (lead: LineId, column: string) => workbook.text({ line: lead, column })
  for (const lead of workbook.leads()) {
    if (workbook.isFixed(lead)) continue
    const place = PLACE.map(column => plain(said(lead, column)))
    if (place[1] === '' || place.slice(2).every(text => text === '')) continue
    const key = place.join('\n')
    const there = byPlace.get(key)
    if (there) there.push(lead)
    else byPlace.set(key, [lead])
  }
  return [...byPlace.values()].flatMap(leads => {
    const [first] = leads
    if (first === undefined || leads.length < 2) return []
    return [
      {
        leads,
        numbers: leads.map(lead => said(lead, workbook.sheet.key)),
        name: said(first, 'recipient.name'),
        address: PLACE.slice(2)
          .map(column => said(first, column))
          .filter(text => text !== '')
          .join(' '),
        differing: differingIn(workbook, leads),
      },
    ]
  })
}

/** Columns of the order, but its number and its place, that have several texts. */
function differingIn({ sheet, draft }: Workbook, leads: readonly LineId[]): string[] {
  const columns = sheet.columns.filter(
    ({ id, scope }) => scope === 'record' && id !== sheet.key && !PLACE.includes(id),
  )
  return columns.flatMap(({ id }) => {
    const texts = new Set(leads.map(lead => draft.lines.get(lead)?.texts[id] ?? ''))
    texts.delete('')
    return texts.size > 1 ? [id] : []
  })
}

/** A text as it is compared: width, case, blanks and hyphens aside. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}−]/gu, '')
    .toLowerCase()
