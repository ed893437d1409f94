import { readFile } from '@/lib/files/read'
import { Reader } from '@/lib/import/reader/reader'
import { readFileSync } from 'node:fs'
for (const f of process.argv.slice(2)) {
  const bytes = new Uint8Array(readFileSync(f))
  const r = new Reader({ id: 'f', name: f, bytes, sheet: 'orders/japan', remembered: [] })
  const out = await r.read({})
  if (out.kind !== 'outline') { console.log(f, JSON.stringify(out)); continue }
  const o = out.outline
  const counts = await r.counts()
  console.log(f, o.mapping.by, o.mapping.recipe.id, 'sure', o.isSure, 'header', o.mapping.header, JSON.stringify({rows: counts.rows, orders: counts.orders, leftOut: counts.leftOut, skipped: counts.skippedOrders.map(s=>s.means+':'+s.number), unused: o.unused.map(u=>u.heading), missing: counts.missing.length, long: o.longRows, joined: o.joinedRows, broken: o.brokenRows, statuses: o.statuses, text: o.text, repeated: (o as any).repeatedRows, dates: (o as any).dateCodes}))
}
