import 'server-only'
import { type ShopCoordinates, shopCoordinatesOf } from '@/lib/import/recipe/hidden-columns'
import type { Db } from '@/lib/store/db/database'
import { readLineTexts } from '@/lib/store/ledger/history/ids'
import { firstOf } from '@/lib/words/join'
import { requestLocale } from '@/lib/words/request-locale'

/** Rows that are named; a cell is no list. */
const NAMED = 5

/** Where lines of a draft are in the file that they came from; nothing of one that was typed, deleted or erased since. */
export async function shopPlaces(
  handle: Db,
  draftId: string | null,
  lineIds: readonly string[],
): Promise<(line: string, number: string) => ShopCoordinates> {
  const texts = draftId === null ? new Map() : await readLineTexts(handle, draftId, lineIds)
  return (line, number) => shopCoordinatesOf(texts.get(line) ?? {}, number)
}

/** Rows of a file as they are told: `2, 4`. */
export function rowsText(places: readonly ShopCoordinates[]): string {
  const rows = [...new Set(places.flatMap(({ row }) => row ?? []))]
  return firstOf(requestLocale().language, rows, NAMED)
}
