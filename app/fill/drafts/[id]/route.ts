import { route } from '@/lib/auth/route'
import { ordersOf } from '@/lib/intake/fill-blanks'
import { entriesOfLines } from '@/lib/intake/master-entries'
import { sheets } from '@/lib/sheet/sheets'
import { database } from '@/lib/store/database'
import { findDraft, readLines } from '@/lib/store/drafts'
import { keepProducts } from '@/lib/store/product-master'

/** Takes what a stored draft of products says into the product master. */
export const POST = route<{ id: string }>({ role: 'editor' }, async (_, { operator, params }) => {
  const { kysely, longReads, accept } = await database()
  const draft = await findDraft(kysely, params.id)
  if (draft?.sheet !== 'products') return Response.json(null, { status: 404 })
  const lines = await readLines(longReads, draft.id)
  const entries = [...ordersOf(lines, sheets.products)].flatMap(entriesOfLines)
  const author = { source: 'uploaded', operatorId: operator.id, now: new Date() } as const
  const changed = await accept(trx => keepProducts(trx, entries, author))
  return Response.json({ changed })
})
