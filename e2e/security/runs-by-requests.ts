import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'playwright/test'
import { type Caller, ours } from './callers'
import { actionNamed } from './inventory'

/** A draft and the connection through which it is sent. */
export interface DraftPlace {
  readonly draftId: string
  readonly sheetId: string
  readonly connectionId: string
}

/** Saves lines as the sheet does. @param save a `SaveRequest` without its draft */
export async function saveLines(
  caller: Caller,
  { draftId, ...place }: DraftPlace,
  save: { readonly name: string; readonly lines: readonly object[]; readonly seq?: number; session?: string },
): Promise<void> {
  const { name, lines, seq = 1, session = randomUUID() } = save
  const body = JSON.stringify({
    ...place,
    ...{ name, records: lines.length, editingSession: session, seq, seen: 0, lines, removes: [] },
  })
  const headers = { ...ours, 'content-type': 'application/json' }
  const reply = await caller.send(`/drafts/${draftId}/changes`, { method: 'POST', headers, body })
  expect(JSON.parse(reply.body), reply.body).toMatchObject({ ok: true })
}

/** Starts Check or Register as the sheet does, and waits until the orders are frozen. @returns the id of the run */
export async function startRunByRequest(
  caller: Caller,
  kind: 'check' | 'register',
  place: DraftPlace,
): Promise<string> {
  const action = actionNamed(kind === 'check' ? 'checkDraft' : 'registerDraft')
  const { result } = await caller.act(action, { ...place, clientRequestId: randomUUID() })
  expect(result).toMatchObject({ ok: true })
  const { runId } = (result?.value ?? {}) as { runId: string }
  for (;;) {
    const reply = await caller.get(`/drafts/${place.draftId}/starts/${runId}`)
    const status = JSON.parse(reply.body)
    if (status.state === 'finished') {
      expect(status.result, reply.body).toMatchObject({ ok: true })
      return status.result.value.runId
    }
    await setTimeout(50)
  }
}
