import { simulate } from '@/lib/service/simulator/simulator'

const handle = simulate()

export const dynamic = 'force-dynamic'
export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
