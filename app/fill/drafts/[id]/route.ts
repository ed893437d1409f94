import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { addDraftToMaster } from '@/lib/desk/master/product-master'

/** Copies the products of a stored draft into the product master: `{changed}`. */
export const POST = route<{ id: string }>({ role: 'editor' }, async (_request, { operator, params }) => {
  const changed = await addDraftToMaster(params.id, operator.id)
  return changed === undefined ? Response.json(null, { status: 404 }) : Response.json({ changed })
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('POST, OPTIONS')
