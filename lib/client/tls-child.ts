import 'server-only'
import { registerJapanOrders } from '@/lib/contract/operations'
import { call } from './call'
import { probeAccessToken } from './probe'
import { troubleOf } from './trouble'

// A process of the TLS tests: which authorities Node trusts is settled when it starts. Arguments: origins to call.
// Prints JSON, one result for each.

const results = []
for (const baseUrl of process.argv.slice(2)) {
  const target = { baseUrl, accessToken: 'token canary', allowed: [baseUrl] }
  const evidence = await call(registerJapanOrders, '{"data":[]}', target, { deadlineMs: 5000 })
  results.push({
    connected: evidence.connected,
    status: evidence.status,
    trouble: troubleOf(evidence)?.code,
    probe: await probeAccessToken(target),
  })
}
process.stdout.write(JSON.stringify(results))
