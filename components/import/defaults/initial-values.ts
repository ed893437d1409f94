import type { Warehouse } from '@/lib/contract/warehouses'
import type { LastSender } from '@/lib/desk-api/master/defaults'
import { presetFields } from '@/lib/desk-api/master/presets'
import type { MissingDefaults } from '@/lib/import/lines/fill/missing-defaults'
import { WAREHOUSE_COLUMN } from '@/lib/sheet/judge/warnings/warehouses'
import { usualText } from '@/lib/sheet/schema/fillable-columns'
import type { SheetId } from '@/lib/sheet/schema/sheets'

/** What is known of missing fields from elsewhere than the contract. */
export interface KnownDefaults {
  readonly sender: LastSender
  /** The warehouses of the connection in use. */
  readonly warehouses: readonly Warehouse[]
}

/** The texts that the form of missing fields begins with, by the names of `presetFields`. */
export function initialFields(
  sheet: SheetId,
  { columns }: Pick<MissingDefaults, 'columns'>,
  known: KnownDefaults,
): Record<string, string> {
  const fields = presetFields(sheet).filter(({ column }) => columns.includes(column.id))
  return Object.fromEntries(
    fields.map(({ name, column }) => [name, knownText(column.id, known) ?? usualText(column)]),
  )
}

function knownText(column: string, { sender, warehouses }: KnownDefaults): string | undefined {
  if (column === 'sender.name') return sender.name
  if (column === 'sender.contact') return sender.contact
  if (column !== WAREHOUSE_COLUMN) return undefined
  const [only, ...others] = warehouses
  return only && others.length === 0 ? only.id : ''
}
