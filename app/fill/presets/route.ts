import { route } from '@/lib/auth/route'
import { findSheet } from '@/lib/sheet/sheets'
import { database } from '@/lib/store/database'
import { listPresets } from '@/lib/store/presets'

/** The presets of a sheet, `?sheet=orders/japan`. */
export const GET = route({}, async request => {
  const sheet = findSheet(new URL(request.url).searchParams.get('sheet')?.split('/') ?? [])
  if (!sheet) return Response.json(null, { status: 404 })
  const presets = await listPresets((await database()).kysely, sheet.id)
  return Response.json({
    presets: presets.map(({ name, texts, isDefault }) => ({ name, texts, isDefault })),
  })
})
