import { hidden } from '@/lib/intake/imported'
import { placeOf } from '@/lib/intake/line-place'
import type { ShopState } from '@/lib/intake/recipe'
import { asidePlace, type SetAside, staysOut } from '@/lib/intake/set-aside'
import type { Texts } from '@/lib/sheet/draft'

/** Where the rows stand that are not to be shipped any more. */
export const placesOf = (aside: readonly SetAside[]): ReadonlySet<string> =>
  new Set(aside.flatMap(({ table, rows }) => rows.map(row => asidePlace(table, row))))

/** Where a line stands in its file, however it was read; '' of a line that came from none. */
export function placeInFile(texts: Texts): string {
  const place = placeOf(texts[hidden.source])
  return place ? asidePlace(place.table, place.row) : ''
}

/** What of it is not in the sheet. @param there places of the rows that are */
export const stillAside = (aside: readonly SetAside[], there: ReadonlySet<string>): readonly SetAside[] =>
  aside.filter(({ table, rows }) => rows.some(row => !there.has(asidePlace(table, row))))

/** What of it is in the sheet as long as nobody did anything about it. @param means one state alone */
export const toldOnly = (aside: readonly SetAside[], means?: ShopState): readonly SetAside[] =>
  aside.filter(one => !staysOut(one.means) && (means === undefined || one.means === means))
