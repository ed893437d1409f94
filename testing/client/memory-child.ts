import 'server-only'
import { call } from '@/lib/client/call'
import { registerJapanOrders } from '@/lib/contract/operations'

// A process of the memory tests, because other tests of a worker use memory, too. Arguments: an origin to call, and its
// deadline in milliseconds. Prints JSON: the code of the error, bytes of the kept response, and by how many bytes the
// process grew beyond the most that it had taken before.

const [baseUrl = '', deadlineMs = ''] = process.argv.slice(2)
const target = { baseUrl, accessToken: 'token canary', allowed: [baseUrl] }
// The first call loads what all calls need.
await call(
  registerJapanOrders,
  '{}',
  { ...target, baseUrl: 'https://127.0.0.1', allowed: [] },
  { deadlineMs: 1000 },
)
const peak = () => process.resourceUsage().maxRSS * 1024
const before = peak()
const evidence = await call(registerJapanOrders, '{}', target, { deadlineMs: Number(deadlineMs) })
const grown = peak() - before
process.stdout.write(JSON.stringify({ code: evidence.error?.code, kept: evidence.body.byteLength, grown }))
