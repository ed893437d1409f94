import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bodyChunks, openBench, orderTexts } from '../lib/service-bench'

// The peak memory of a process that checks, or registers, 1,000,000 orders (1.2 GB), beside one that does 100,000.
// Each runs in a process of its own: this file once more, told what to do.

const MOST_MEGABYTES = 400
const acts = { check: 'checkJapanOrders', register: 'registerJapanOrders' } as const

const [, , act, orders] = process.argv
if (act === 'check' || act === 'register') await run(act, Number(orders))
else compare()

async function run(act: keyof typeof acts, count: number): Promise<void> {
  const bench = await openBench()
  const answer = await bench.askSize(acts[act], bodyChunks(orderTexts(count, 'M')))
  await bench.close()
  // What the system counted at most; in kilobytes.
  console.log(JSON.stringify({ answer, megabytes: process.resourceUsage().maxRSS / 1024 }))
}

function compare(): void {
  for (const act of ['check', 'register'] as const) {
    const few = peak(act, 100_000)
    const many = peak(act, 1_000_000)
    const name = `peak memory: ${act} 1,000,000 orders`
    console.log(
      JSON.stringify({ name: `${name}, beside 100,000`, ours: many, limit: few, unit: 'MB', target: 1.3 }),
    )
    console.log(
      JSON.stringify({
        name: `${name}, beside what it may be`,
        ours: many,
        limit: MOST_MEGABYTES,
        unit: 'MB',
        target: 1,
      }),
    )
  }
}

function peak(act: string, count: number): number {
  const file = fileURLToPath(import.meta.url)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...process.execArgv, file, act, String(count)],
    {
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`${act} of ${count} orders ended with code ${status}. ${stderr}`)
  return (JSON.parse(stdout) as { megabytes: number }).megabytes
}
