import { programProblem } from '@/lib/auth/program-route'
import { leaveUnread } from '@/lib/server/unread-body'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('automation.api')

export const dynamic = 'force-dynamic'

/** Addresses at which nothing is served. */
const missing = (request: Request) => leaveUnread(request, programProblem(404, t('notFound')))

export const GET = missing
export const POST = missing
export const PUT = missing
export const PATCH = missing
export const DELETE = missing
export const OPTIONS = missing
