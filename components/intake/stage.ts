import type { Excerpt } from '@/lib/intake/excerpt'
import type { Returned } from '@/lib/intake/return-read'
import type { Trouble } from '@/lib/intake/table'
import type { SheetId } from '@/lib/sheet/sheets'
import type { OpenFile } from './open-file'
import type { Outline, Report, Wish } from './protocol'

/**
 * Why there is nothing of a file: it says so itself, it has headings alone, reading it took all memory, or its original
 * cannot be had now.
 */
export type FileTrouble = Trouble | { readonly code: 'no_rows' | 'gone' | 'away' }

/** What is going on with a file just now. */
export type Stage =
  | { readonly at: 'reading' | 'bringing'; readonly name: string }
  | { readonly at: 'trouble'; readonly name: string; readonly trouble: FileTrouble }
  /** Nobody knows yet what its columns mean, or of some of them. */
  | { readonly at: 'mapping'; readonly report: Report; readonly excerpt: Excerpt }
  /** Its status columns say something that nobody knows. `wish`: how it was read when that was found. */
  | { readonly at: 'statuses'; readonly outline: Outline; readonly wish: Wish }
  /** Several tables, and none of them is known. */
  | { readonly at: 'choosing'; readonly outline: Outline }
  /** What it holds belongs into another sheet. */
  | { readonly at: 'elsewhere'; readonly outline: Outline; readonly file: File }
  /** It went out from a draft, to be corrected. */
  | { readonly at: 'returned'; readonly file: File; readonly returned: Returned }

/** What has to be asked before the lines of a file can come; undefined: nothing. @param sheet the one that is open */
export async function questionOf(
  outline: Outline,
  wish: Wish,
  sheet: SheetId,
  { file, open }: { readonly file: File; readonly open: Pick<OpenFile, 'count' | 'excerpt'> },
): Promise<Stage | undefined> {
  const asked = await columnsAsked(outline, wish, sheet, { file, open })
  if (asked) return asked
  return outline.statuses.length > 0 ? { at: 'statuses', outline, wish } : undefined
}

async function columnsAsked(
  outline: Outline,
  wish: Wish,
  sheet: SheetId,
  { file, open }: Parameters<typeof questionOf>[3],
): Promise<Stage | undefined> {
  const { by, sheet: fills, fed } = outline.understood
  if (fills !== sheet) return { at: 'elsewhere', outline, file }
  if (wish.recipe) return undefined
  if (outline.isTableOpen && wish.table === undefined) return { at: 'choosing', outline }
  // Whoever chose the table or the header is at it, and shall see what comes of that.
  const isChosen = wish.table !== undefined || wish.header !== undefined
  if (!isChosen && outline.expected <= 0 && Object.keys(fed).length > 0)
    return { at: 'trouble', name: outline.name, trouble: { code: 'no_rows' } }
  if (outline.isSure && (by !== 'guess' || !isChosen)) return undefined
  const [counts, excerpt] = await Promise.all([open.count(), open.excerpt()])
  return { at: 'mapping', report: { ...outline, ...counts }, excerpt }
}
