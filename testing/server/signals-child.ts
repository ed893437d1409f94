import 'server-only'
import { setTimeout } from 'node:timers/promises'
import { closeBeforeEnd } from '@/lib/server/shutdown'

// A server of tests: it exits on SIGTERM after its work under way, which takes the argument in milliseconds.

process.on('SIGTERM', () => {
  console.log('server closed')
  process.exit(143)
})
closeBeforeEnd(async () => {
  await setTimeout(Number(process.argv[2]))
  console.log('work ended')
})
console.log('ready')
await setTimeout(60_000)
