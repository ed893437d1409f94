import type { Texts } from '@/lib/sheet/draft'
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

/** Adds what a line needs. A code whose item lacks nothing is not asked for. */
export function addNeeds(needs: FillNeeds, texts: Texts): void {
  const code = texts[CODE]?.trim()
  if (code && masterColumns.some(column => isBlank(texts[column]))) needs.codes.add(code)
  for (const column of codeColumns) {
    const digits = postalDigits(texts[column])
    if (digits !== undefined) needs.postal.add(digits)
  }
}
