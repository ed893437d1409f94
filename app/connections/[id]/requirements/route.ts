import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { sheetRequirements } from '@/lib/desk/requirements/suggestions'
import { sheetId } from '@/lib/desk-api/schema-parts'

/** What a connection requires of a sheet, `?sheet=orders/japan`: `SheetRequirements`. */
export const GET = route<{ id: string }>({}, async (request, { params }) => {
  const sheet = sheetId.safeParse(new URL(request.url).searchParams.get('sheet'))
  if (!sheet.success) return Response.json(null, { status: 404 })
  return Response.json(await sheetRequirements(params.id, sheet.data))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
