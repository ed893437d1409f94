import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { bareHeading } from './columns-by-heading'
import { meaningOf } from './dictionary'
import { headingsOfRecipe } from './recipe-headings'
import { recipes } from './recipes/all'

/** Paths of all sheets' columns: a file of our own may be dropped on another sheet. */
const paths = Object.values(sheets).flatMap(sheet => sheet.columns.map(column => column.id))

let spoken: ReadonlySet<string> | undefined

/** Whether a text is a heading that a recipe takes something from, or by which the dictionary knows a column. */
export function isKnownHeading(text: string, sheet: SheetId): boolean {
  spoken ??= new Set([...recipes.flatMap(headingsOfRecipe).flat(), ...paths].map(bareHeading))
  return text.length <= LONGEST && (spoken.has(bareHeading(text)) || meaningOf(text, sheet) !== undefined)
}

/** Headings are short; a notice is a sentence. */
const LONGEST = 100
