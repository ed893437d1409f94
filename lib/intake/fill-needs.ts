import { isBlank } from '@/lib/sheet/kinds'
import { CODE, masterColumns } from './fill-sources'
import { postalDigits } from './postal'

/** What is to be asked before lines can be filled: item codes of the product master, digits of postal codes. */
export interface FillNeeds {
  readonly codes: Set<string>
  readonly postal: Set<string>
}

export const noNeeds = (): FillNeeds => ({ codes: new Set(), postal: new Set() })

const codeColumns = ['recipient.zipCode', 'recipient.importerJapaneseZipCode']

/**
 * Adds what a line needs. A code whose item lacks nothing is not asked for.
 * @param textIn what the line says in a column
 * @param known all codes that anybody knows, in lower case; undefined: any may be known
 */
export function addNeeds(
  needs: FillNeeds,
  textIn: (column: string) => string | undefined,
  known?: ReadonlySet<string>,
): void {
  const code = known?.size === 0 ? undefined : textIn(CODE)?.trim()
  if (
    code &&
    (known?.has(code.toLowerCase()) ?? true) &&
    masterColumns.some(column => isBlank(textIn(column)))
  )
    needs.codes.add(code)
  for (const column of codeColumns) {
    const digits = postalDigits(textIn(column))
    if (digits !== undefined) needs.postal.add(digits)
  }
}
