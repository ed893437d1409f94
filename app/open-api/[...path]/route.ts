import { notFoundHandlers } from '@/lib/service/problems'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = notFoundHandlers
