import { refusedMethods } from '@/lib/auth/refused-methods'
import { metricsResponse } from '@/lib/metrics/exposition'

export const dynamic = 'force-dynamic'

/** Metrics for Prometheus, if `METRICS_TOKEN` is set; else there is nothing here. */
export const GET = (request: Request) => metricsResponse(request.headers.get('authorization'))

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
