import { operations } from '@/lib/contract/operations'
import { serve } from '@/lib/service/serve'
import { serveRoutes } from '@/testing/service/routes-server'
import { type Served, serveFastify } from './fastify-peer'
import { openBench } from './service-bench'

// A server in a separate process. The command line selects it: see peer-process.ts.

const kinds: Readonly<Record<string, () => Promise<Served>>> = { lading: serveLading, fastify: serveFastify }
const make = kinds[process.argv[2] ?? '']
if (!make) throw new Error('Say which server: lading or fastify.')
const { origin, accessToken, close } = await make()
process.on('disconnect', () => void close())
process.send?.({ origin, accessToken })

/** The service behind the same plain server as its peer, without Next. */
async function serveLading(): Promise<Served> {
  const bench = await openBench()
  const routes = Object.values(operations).map(
    operation => [`POST ${operation.path}`, serve(operation, bench.dependencies)] as const,
  )
  const { origin, server } = await serveRoutes(Object.fromEntries(routes))
  return {
    origin,
    accessToken: bench.accessToken,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await bench.close()
    },
  }
}
