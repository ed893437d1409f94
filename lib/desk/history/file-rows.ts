import 'server-only'
import { type ShopCoordinates, shopCoordinatesOf } from '@/lib/import/recipe/hidden-columns'
import type { Db } from '@/lib/store/db/database'
import { readLineTexts } from '@/lib/store/ledger/history/ids'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { firstOf } from '@/lib/words/sentences/join'

/** Maximum number of listed rows, to keep the cell short. */
const MAX_NAMED = 5

/** The file rows of a draft's lines; without lines that were typed, or deleted or erased since. */
export async function shopPlaces(
  handle: Db,
  draftId: string | null,
  lineIds: readonly string[],
): Promise<(line: string, number: string) => ShopCoordinates> {
  const texts = draftId === null ? new Map() : await readLineTexts(handle, draftId, lineIds)
  return (line, number) => shopCoordinatesOf(texts.get(line) ?? {}, number)
}

/** Rows of a file as text: `2, 4`. */
export function rowsText(places: readonly ShopCoordinates[]): string {
  const rows = [...new Set(places.flatMap(({ row }) => row ?? []))]
  return firstOf(requestLocale().language, rows, MAX_NAMED)
}
