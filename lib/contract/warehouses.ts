/**
 * A warehouse that a connection's service has: its id, exact as text (64 bits), and what operators call
 * it; '' for no name.
 */
export interface Warehouse {
  readonly id: string
  readonly name: string
}

/** How many warehouses a connection may have: a longer list would be no help in choosing. */
const MAX_WAREHOUSES = 200

const LARGEST = 2n ** 63n - 1n

/** A list of warehouses, or the first invalid line (from 1): without an id, with a repeated id, or beyond the limit. */
export type WarehousesReading =
  | { readonly ok: true; readonly warehouses: readonly Warehouse[] }
  | { readonly ok: false; readonly line: number; readonly why: 'id' | 'repeated' | 'long' | 'many' }

/**
 * Reads warehouses as operators type and paste them: one per line, the id first, then an optional name (`1 Gimpo`,
 * `1 · Gimpo`, two cells of a spreadsheet). Ids stay text, without leading zeros.
 */
export function readWarehouses(text: string): WarehousesReading {
  const warehouses: Warehouse[] = []
  const seen = new Set<string>()
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/)
  for (const [at, line] of lines.entries()) {
    const bare = line.normalize('NFKC').trim()
    if (bare === '') continue
    const refuse = (why: 'id' | 'repeated' | 'long' | 'many') => ({ ok: false, line: at + 1, why }) as const
    const [, digits, name = ''] = /^(\d{1,19})(?:[\s·,;:|\-–—]+(\S.*)?)?$/u.exec(bare) ?? []
    if (digits === undefined || BigInt(digits) > LARGEST) return refuse('id')
    const id = String(BigInt(digits))
    if (seen.has(id)) return refuse('repeated')
    if (name.length > 60) return refuse('long')
    if (warehouses.length === MAX_WAREHOUSES) return refuse('many')
    seen.add(id)
    warehouses.push({ id, name: name.trim() })
  }
  return { ok: true, warehouses }
}

/** Writes warehouses in the form that `readWarehouses` reads. */
export const writeWarehouses = (warehouses: readonly Warehouse[]): string =>
  warehouses.map(nameWarehouse).join('\n')

/** `1 · Gimpo`, or only the id. */
export const nameWarehouse = ({ id, name }: Warehouse): string => (name === '' ? id : `${id} · ${name}`)
