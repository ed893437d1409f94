/**
 * `npm run bench`: runs every file of scripts/bench and prints one table. `npm run bench -- check` runs those whose
 * name contains the word.
 * A bench prints JSON lines on stdout, one per measurement: `{"name","ours","limit","unit","ratio","target"}`. `ours`
 * and `limit` (the peer, or the theoretical limit) are figures of the same run in `unit`; `ratio` is by default ours
 * divided by limit; `target` is the highest allowed ratio, absent for a figure that is only reported. Every other
 * output is printed as it comes.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { formatTable, readRow, toCells } from './lib/bench/bench-table.mjs'
import { install } from './lib/build/install.mjs'
import { inRoot, root, runMain, Stop } from './lib/root.mjs'

runMain(async () => {
  await install()
  const words = process.argv.slice(2)
  const folder = inRoot('scripts', 'bench')
  const files = (existsSync(folder) ? readdirSync(folder).sort() : [])
    .filter(name => /\.(ts|mjs)$/.test(name) && !/\.(test|d)\.ts$/.test(name))
    .filter(name => words.length === 0 || words.some(word => name.includes(word)))
  if (files.length === 0) throw new Stop('There is no bench of that name in scripts/bench.')

  const rows = []
  let broken = 0
  // One after another: two benches at once would measure each other.
  for (const name of files) {
    console.log(`${name} …`)
    const { code, measured } = await measure(`scripts/bench/${name}`)
    rows.push(...measured)
    if (code === 0 && measured.length > 0) continue
    broken++
    console.error(`${name} ended with code ${code} after ${measured.length} measurements.`)
  }
  console.log(`\n${formatTable(rows.map(toCells))}`)
  return broken === 0 && rows.every(row => row.met !== false) ? 0 : 1
})

/** Runs one bench; resolves to its exit code and rows. */
function measure(file) {
  // The condition lets server-only modules load outside a bundle.
  const loader = ['--conditions=react-server', '--import', 'tsx', '--expose-gc']
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...loader, file], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const measured = []
    createInterface({ input: child.stdout }).on('line', line => {
      const row = readRow(line)
      if (row) measured.push(row)
      else console.log(line)
    })
    child.on('error', reject)
    child.on('close', code => resolve({ code: code ?? 1, measured }))
  })
}
