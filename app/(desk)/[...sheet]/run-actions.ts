'use server'
import { action } from '@/lib/auth/guard'
import { isAtLeast } from '@/lib/auth/roles'
import { controlRun, requestDraftRun } from '@/lib/desk/runs/runs'
import { controlRunSchema, startHalvingSchema, startRunSchema } from '@/lib/desk-api/runs/runs'

export const checkDraft = action({ role: 'editor', input: startRunSchema }, (input, { id }) =>
  requestDraftRun('check', input, id),
)

export const registerDraft = action({ role: 'registrar', input: startRunSchema }, (input, { id }) =>
  requestDraftRun('register', input, id),
)

/** Sends the orders of a rejected request again in halves. */
export const registerInHalves = action({ role: 'registrar', input: startHalvingSchema }, (input, { id }) =>
  requestDraftRun('register', input, id),
)

/** Stops a run before its next request. The request under way is not aborted. */
export const pauseRun = action({ role: 'editor', input: controlRunSchema }, (input, { id, role }) =>
  controlRun('pause', input, { id, mayRegister: isAtLeast(role, 'registrar') }),
)

/** Resumes a paused or stopped run. Unknown orders stay unknown. */
export const resumeRun = action({ role: 'editor', input: controlRunSchema }, (input, { id, role }) =>
  controlRun('resume', input, { id, mayRegister: isAtLeast(role, 'registrar') }),
)

/** Ends a run before its next request: waiting orders return to the sheet. */
export const cancelRun = action({ role: 'editor', input: controlRunSchema }, (input, { id, role }) =>
  controlRun('cancel', input, { id, mayRegister: isAtLeast(role, 'registrar') }),
)
