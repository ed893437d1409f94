import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Caller } from './caller'

/** Starts one of the servers of bench-server.ts in a separate process. The caller stops it. */
export async function startPeer(
  kind: 'lading' | 'fastify',
): Promise<{ caller: Caller; stop(): Promise<void> }> {
  const child = fork(fileURLToPath(new URL('./bench-server.ts', import.meta.url)), [kind])
  const [served] = await Promise.race([
    once(child, 'message') as Promise<[{ origin: string; accessToken: string }]>,
    once(child, 'exit').then(([code]) => {
      throw new Error(`The server ${kind} ended with code ${code} before it listened.`)
    }),
  ])
  return {
    caller: new Caller(served.origin, '', served.accessToken),
    stop: async () => {
      const end = once(child, 'exit')
      child.disconnect()
      await end
    },
  }
}
