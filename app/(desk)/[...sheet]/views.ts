import 'server-only'
import type { SavedViews } from '@/components/workbench/saved-views'
import type { SheetId } from '@/lib/sheet/sheets'
import type { Handle } from '@/lib/store/database'
import { listViews } from '@/lib/store/views'
import { storedLayoutSchema } from './view-schema'

/** How an operator left the columns of a sheet, and the layouts that they keep by name. */
export async function savedViews(handle: Handle, operatorId: string, sheet: SheetId): Promise<SavedViews> {
  const stored = await listViews(handle, { operatorId, sheet })
  const views = stored.map(({ name, layout }) => ({ name, layout: storedLayoutSchema.parse(layout) }))
  const left = stored.find(({ name }) => name === '')
  return {
    operatorId,
    last: views.find(({ name }) => name === '')?.layout,
    leftAt: left?.updatedAt ?? '',
    named: views.filter(({ name }) => name !== ''),
  }
}
