import { bodyChunks, openBench, orderTexts, time } from '@/scripts/lib/service-bench'

const b = await openBench()
const out: string[] = []
for (let r = 0; r < 4; r++) {
  const chunks = [...bodyChunks(orderTexts(100_000, `R${r}`))]
  const c = process.cpuUsage()
  const t = await time(async () => {
    await b.ask('registerJapanOrders', chunks)
  })
  const u = process.cpuUsage(c)
  out.push(`${Math.round(t)} ms wall, ${Math.round((u.user + u.system) / 1000)} ms cpu`)
}
console.log(process.cwd(), out.slice(1).join(' | '))
await b.close()
