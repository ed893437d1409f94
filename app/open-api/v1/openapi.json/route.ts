import { descriptionHandlers } from '@/lib/service/description'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = descriptionHandlers
