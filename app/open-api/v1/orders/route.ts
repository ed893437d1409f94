import { registerOrders } from '@/lib/contract/operations'
import { onlyPost } from '@/lib/service/problems'
import { serve } from '@/lib/service/serve'

export const dynamic = 'force-dynamic'
export const POST = serve(registerOrders)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = onlyPost
