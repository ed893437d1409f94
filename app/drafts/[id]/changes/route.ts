import { readJson } from '@/app/body'
import { route } from '@/lib/auth/route'
import { draftChanges, leaveDraft } from '@/lib/desk/changes'
import { saveChanges } from '@/lib/desk/save'
import { changesQuery, saveSchema } from '@/lib/desk-api/changes'
import { fail } from '@/lib/desk-api/result'
import { getTranslations } from '@/lib/words/server'

/**
 * What others changed in a draft since a workbench asked last, and who they are: `DraftChanges`. Asking shows the others
 * that its operator is there; `leave` in the query ends that. null: the draft was not saved yet, or was deleted.
 */
export const GET = route<{ id: string }>({}, async (request, { operator, params }) => {
  const query = changesQuery.parse(Object.fromEntries(new URL(request.url).searchParams))
  if (query.leave === undefined) return Response.json(await draftChanges(params.id, query, operator.id))
  await leaveDraft(params.id, query.editingSession, operator.id)
  return new Response(null, { status: 204 })
})

/**
 * Saves what was edited: `SaveRequest` without its draft, answered with `Result<SaveResponse>`. A route and no action: a
 * browser sends its actions one after another, and no edit waits behind one to be saved.
 */
export const POST = route<{ id: string }>({ role: 'editor' }, async (request, { operator, params }) => {
  const body = await readJson(request)
  const save = saveSchema.safeParse(typeof body === 'object' ? { ...body, draftId: params.id } : undefined)
  if (!save.success)
    return Response.json(fail('input', getTranslations('auth.guard')('input')), { status: 400 })
  return Response.json(await saveChanges(save.data, operator.id))
})
