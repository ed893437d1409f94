import { partsOfHeading } from '@/lib/import/match/dictionary/heading-parts'
import { readHeading } from '@/lib/import/match/guess/read-heading'

/** People and items have the same headings in both sheets of orders, and products have no people. */
const SHEET = 'orders/japan'

/**
 * Whether a heading means something else with the name of its group before it: 번호 below 주문 is the number of the order,
 * 이름 below 구매자 is not the recipient's name. A group that only may name a person changes nothing: below 주문, the address
 * is that of the order's recipient.
 */
export function changesMeaning(group: string, heading: string): boolean {
  const together = readHeading(`${group} ${heading}`, SHEET)
  if (!together || together.isMisspelt) return false
  const isCertain =
    together.column !== undefined || together.person === undefined || partsOfHeading(group) !== undefined
  return isCertain && together.column !== readHeading(heading, SHEET)?.column
}
