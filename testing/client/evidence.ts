import type { Evidence } from '@/lib/contract/evidence'

/** A complete response with status 200 and a JSON body. @param over what is different */
export const evidenceOf = (text: string, over: Partial<Evidence> = {}): Evidence => ({
  connected: true,
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: new TextEncoder().encode(text),
  requestComplete: true,
  startedAt: 0,
  finishedAt: 0,
  ...over,
})
