import { writeInChunks } from '@/components/import/fill/plan'
import { inChunks } from '@/components/import/yield-to-paint'
import { type Defaults, itemTextsOf } from '@/lib/desk-api/master/defaults'
import { presetTextsOf } from '@/lib/desk-api/master/presets'
import type { MissingItem } from '@/lib/import/lines/fill/missing-defaults'
import { emptyFillPlan, orderFiller } from '@/lib/import/lines/fill/plan-fill'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import type { CellAddress, Texts } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** What was set once, and for which items. */
interface AppliedDefaults {
  readonly defaults: Pick<Defaults, 'sheet' | 'fields' | 'items'>
  /** The items of `defaults`, in the same order. */
  readonly items: readonly MissingItem[]
  /** The name of the preset that was saved; undefined: none was. */
  readonly preset: string | undefined
}

/**
 * Fills the blank cells of orders with what was set once, as one undo step. Orders at the service stay as they are.
 * @param file the import whose orders are filled; undefined: all orders of the draft
 * @param at the cell that undo returns to
 * @returns the number of cells that were filled
 */
export async function applyDefaults(
  workbook: Workbook,
  file: string | undefined,
  { defaults, items, preset }: AppliedDefaults,
  at: CellAddress | null,
): Promise<number> {
  const texts = presetTextsOf(defaults.sheet, defaults.fields)
  const products = new Map<string, Texts>()
  const withoutCode = new Map<string, Texts>()
  for (const [index, { code, name }] of items.entries()) {
    const known = itemTextsOf(defaults.items[index]?.texts ?? {})
    if (code === '') withoutCode.set(name, known)
    else products.set(code, known)
  }
  const plan = emptyFillPlan()
  const fill = orderFiller(
    workbook.sheet,
    {
      preset: preset === undefined ? { name: '', texts, isUnsaved: true } : { name: preset, texts },
      products,
      withoutCode,
    },
    plan,
  )
  await inChunks(workbook.firstLines(), firstLine => {
    const ids = workbook.index.find(firstLine)?.lines ?? []
    const lines = ids.flatMap(line => workbook.draft.lines.get(line) ?? [])
    const isOfFile = lines.some(
      line => file === undefined || line.texts[hiddenColumns.source]?.startsWith(`${file}:`),
    )
    if (isOfFile && !ids.some(line => workbook.isFixed(line))) fill(lines)
    return true
  })
  return writeInChunks(workbook, plan.writes, at)
}
