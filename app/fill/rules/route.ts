import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { rulesOf } from '@/lib/desk/master/import-rules'
import { findSheetById } from '@/lib/sheet/schema/sheets'

/** The rules for imports of a sheet in their order, `?sheet=orders/japan`. */
export const GET = route({}, async request => {
  const sheet = findSheetById(new URL(request.url).searchParams.get('sheet') ?? '')
  if (!sheet) return Response.json(null, { status: 404 })
  return Response.json({ rules: await rulesOf(sheet.id) })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
