import 'server-only'
import { call } from '@/lib/client/call'
import { callFailureOf } from '@/lib/client/call-failure'
import { probeAccessToken } from '@/lib/client/probe'
import { registerJapanOrders } from '@/lib/contract/operations'

// A process of the TLS tests, because Node reads the trusted authorities when it starts. Arguments: origins to call.
// Prints a JSON list of results.

const results = []
for (const baseUrl of process.argv.slice(2)) {
  const target = { baseUrl, accessToken: 'token canary', allowed: [baseUrl] }
  const evidence = await call(registerJapanOrders, '{"data":[]}', target, { deadlineMs: 30_000 })
  results.push({
    connected: evidence.connected,
    status: evidence.status,
    failure: callFailureOf(evidence)?.code,
    probe: await probeAccessToken(target),
  })
}
process.stdout.write(JSON.stringify(results))
