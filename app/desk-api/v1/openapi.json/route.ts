import { refusedMethods } from '@/lib/auth/refused-methods'
import { automationOpenApi } from '@/lib/desk-api/automation-openapi'
import { env } from '@/lib/env'
import { leaveUnread } from '@/lib/server/unread-body'

export const dynamic = 'force-dynamic'

/** The description of this API for programs; it needs no key. */
export const GET = (request: Request) =>
  leaveUnread(request, Response.json(automationOpenApi(env().publicUrl)))

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
