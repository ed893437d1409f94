import { parseJson, withBytes } from '@/app/body'
import { refusedMethods } from '@/lib/auth/refused-methods'
import { deskProblemResponse, route } from '@/lib/auth/route'
import { draftChanges, leaveDraft } from '@/lib/desk/drafts/editing/changes'
import { saveChanges } from '@/lib/desk/drafts/editing/save'
import { changesQuery, saveSchema } from '@/lib/desk-api/drafts/changes'
import { fail } from '@/lib/desk-api/result'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('auth.guard')

/**
 * A workbench sends 400,000 characters and the line that exceeds them, compressed: a cell can hold a million,
 * and is sent twice.
 */
const MAX_SAVE_BYTES = 32 * 1024 * 1024

/**
 * The changes of others in a draft since the last call of a workbench, and the other operators: `DraftChanges`. A call
 * also shows this operator to the others; `leave` in the query ends that. null: the draft is not saved yet, or is
 * deleted.
 */
export const GET = route<{ id: string }>({}, async (request, { operator, params }) => {
  const query = changesQuery.parse(Object.fromEntries(new URL(request.url).searchParams))
  if (query.leave === undefined) return Response.json(await draftChanges(params.id, query, operator.id))
  await leaveDraft(params.id, query.editingSession, operator.id)
  return new Response(null, { status: 204 })
})

/**
 * Saves edits: `SaveRequest` without its draft; the response is `Result<SaveResponse>`. A route and no action: a
 * browser sends its actions one after another, and no edit is to wait for another action.
 */
export const POST = route<{ id: string }>({ role: 'editor' }, async (request, { operator, params }) => {
  const response = await withBytes(request, MAX_SAVE_BYTES, async bytes => {
    if (!bytes) return Response.json(fail('too_large', t('tooLarge')), { status: 413 })
    const body = parseJson(bytes)
    const save = saveSchema.safeParse(typeof body === 'object' ? { ...body, draftId: params.id } : undefined)
    if (!save.success) return Response.json(fail('input', t('malformed')), { status: 400 })
    return Response.json(await saveChanges(save.data, operator.id))
  })
  if (response !== 'busy') return response
  const busy = getTranslations('automation.api')('busy')
  return deskProblemResponse(503, { code: 'busy', message: busy }, { 'retry-after': '5' })
})

export const { PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, POST, OPTIONS')
