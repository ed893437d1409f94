import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { presetsOf } from '@/lib/desk/master/presets'
import { findSheetById } from '@/lib/sheet/schema/sheets'

/** The presets of a sheet, `?sheet=orders/japan`. */
export const GET = route({}, async request => {
  const sheet = findSheetById(new URL(request.url).searchParams.get('sheet') ?? '')
  if (!sheet) return Response.json(null, { status: 404 })
  const presets = await presetsOf(sheet.id)
  return Response.json({
    presets: presets.map(({ name, texts, isDefault, shops }) => ({ name, texts, isDefault, shops })),
  })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
