import { refusedMethods } from '@/lib/auth/refused-methods'
import { route } from '@/lib/auth/route'
import { currentSessionId } from '@/lib/auth/session-cookie'
import { openLiveStream } from '@/lib/desk/live/live'
import { liveQuery } from '@/lib/desk-api/drafts/live'

const RETRY_LATER = { 'retry-after': '30' }

/**
 * Reports as Server-Sent Events which parts of a draft changed (lib/desk-api/drafts/live.ts). The stream ends when its
 * operator's session ends, when the operator's role changes, and when the server stops; a browser reopens it with
 * `last-event-id`.
 */
export const GET = route<{ id: string }>({}, async (request, { operator, params }) => {
  const { editingSession } = liveQuery.parse(Object.fromEntries(new URL(request.url).searchParams))
  const reader = {
    draftId: params.id,
    editingSession,
    operatorId: operator.id,
    role: operator.role,
    sessionId: (await currentSessionId()) ?? '',
  }
  const stream = await openLiveStream(reader, request.headers.get('last-event-id') ?? '', request.signal)
  // The page polls until it gets a stream.
  if (stream === 'stopping') return new Response(null, { status: 503, headers: RETRY_LATER })
  if (stream === 'too-many') return new Response(null, { status: 429, headers: RETRY_LATER })
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      // These headers keep proxies and compression from delaying events.
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
