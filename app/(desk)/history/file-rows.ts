import 'server-only'
import { coordinatesOf, type ShopCoordinates } from '@/lib/intake/coordinates'
import type { Handle } from '@/lib/store/database'
import { textsOfLines } from '@/lib/store/history-ids'

/** Rows that are named; a cell is no list. */
const NAMED = 5

/** Where lines of a draft are in the file that they came from; nothing of one that was typed, deleted or erased since. */
export async function shopPlaces(
  handle: Handle,
  draftId: string | null,
  lineIds: readonly string[],
): Promise<(line: string, number: string) => ShopCoordinates> {
  const texts = draftId === null ? new Map() : await textsOfLines(handle, draftId, lineIds)
  return (line, number) => coordinatesOf(texts.get(line) ?? {}, number)
}

/** Rows of a file as they are told: `2, 4`. */
export function rowsText(places: readonly ShopCoordinates[]): string {
  const rows = [...new Set(places.flatMap(({ row }) => row ?? []))]
  return [...rows.slice(0, NAMED), ...(rows.length > NAMED ? ['…'] : [])].join(', ')
}
