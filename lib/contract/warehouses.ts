/** A warehouse that a connection's service has: its id, exact as text (64 bits), and what operators call it; '' for no name. */
export interface Warehouse {
  readonly id: string
  readonly name: string
}

/** Most warehouses of a connection: more would be no list to choose from. */
export const MOST_WAREHOUSES = 200

const LARGEST = 2n ** 63n - 1n

/** A list of warehouses, or the first line (from 1) that is none: no id, a repeated one, or one too many. */
export type WarehousesReading =
  | { readonly ok: true; readonly warehouses: readonly Warehouse[] }
  | { readonly ok: false; readonly line: number; readonly why: 'id' | 'repeated' | 'long' | 'many' }

/**
 * Reads warehouses as operators write and paste them: one a line, the id first, then perhaps its name (`1 Gimpo`,
 * `1 · Gimpo`, two cells of a workbook). Ids stay text; leading zeros are no part of a number and go.
 */
export function readWarehouses(text: string): WarehousesReading {
  const warehouses: Warehouse[] = []
  const seen = new Set<string>()
  const lines = text.split(/\r\n|\r|\n/)
  for (const [at, line] of lines.entries()) {
    const bare = line.normalize('NFKC').trim()
    if (bare === '') continue
    const refuse = (why: 'id' | 'repeated' | 'long' | 'many') => ({ ok: false, line: at + 1, why }) as const
    const [, digits, name = ''] = /^(\d{1,19})(?:[\s·,;:|\-–—]+(\S.*)?)?$/u.exec(bare) ?? []
    if (digits === undefined || BigInt(digits) > LARGEST) return refuse('id')
    const id = String(BigInt(digits))
    if (seen.has(id)) return refuse('repeated')
    if (name.length > 60) return refuse('long')
    if (warehouses.length === MOST_WAREHOUSES) return refuse('many')
    seen.add(id)
    warehouses.push({ id, name: name.trim() })
  }
  return { ok: true, warehouses }
}

/** Warehouses as `readWarehouses` takes them. */
export const writeWarehouses = (warehouses: readonly Warehouse[]): string =>
  warehouses.map(nameWarehouse).join('\n')

/** `1 · Gimpo`, or the id alone. */
export const nameWarehouse = ({ id, name }: Warehouse): string => (name === '' ? id : `${id} · ${name}`)
