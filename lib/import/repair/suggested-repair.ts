import type { Column } from '@/lib/sheet/schema/columns'
import { findDamage, repairableColumns } from './damaged-cells'
import type { DamageKind } from './repairs'

/** A repair of a text that is not in a sheet, such as that of a preset. */
export interface SuggestedRepair {
  readonly kind: DamageKind
  readonly after: string
}

/** What the sheet would suggest for a text of a column, before an import puts it there; undefined: nothing. */
export function suggestedRepair(text: string, column: Column): SuggestedRepair | undefined {
  // Of an order without a country: the text is for orders to any.
  const [damage] = findDamage({ id: '', texts: { [column.id]: text } }, repairableColumns([column]), '')
  return damage && { kind: damage.kind, after: damage.after }
}
