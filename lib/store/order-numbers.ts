import 'server-only'
import { type Database, inTexts } from './database'

/** Ids that are looked up in one go. */
const AT_ONCE = 500

/** The numbers of `count` registered orders whose ids follow one by one from `first`, in their order, some at a time. */
export async function* readNumbers(
  { kysely, dialect }: Database,
  first: bigint,
  count: number,
): AsyncGenerator<readonly string[]> {
  for (let start = 0; start < count; start += AT_ONCE) {
    const ids = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, i) =>
      String(first + BigInt(start + i)),
    )
    const rows = await kysely
      .selectFrom('service_order')
      .select(['id', 'mall_order_number'])
      .where('id', 'in', inTexts(dialect, ids))
      .execute()
    const numbers = new Map(rows.map(row => [row.id, row.mall_order_number]))
    yield ids.map(id => numberOf(numbers, id))
  }
}

function numberOf(numbers: ReadonlyMap<string, string>, id: string): string {
  const number = numbers.get(id)
  if (number === undefined) throw new Error(`Order ${id} was registered and is not there.`)
  return number
}
