/**
 * `npm run mutants`: makes small wrong changes to the code that judges, groups, counts and decides, one at a time and
 * in memory, and runs the tests of its module on each. Exits with 1 when a mutant survives without a listed reason.
 * `-- lib/sheet/orders/grouping.ts` tries only these files, `-- --named` only the listed mutants, `-- --minutes 10`
 * ends earlier and reports how many were not tried.
 */
import { readFileSync } from 'node:fs'
import { install } from './lib/build/install.mjs'
import { stopOnSignals } from './lib/process/run.mjs'
import { inRoot, runMain, Stop } from './lib/root.mjs'
import { equivalent } from './mutants/equivalent.mjs'
import { mutantsOf } from './mutants/generate.mjs'
import { named } from './mutants/named.mjs'
import { relatedTests } from './mutants/related.mjs'
import { targets } from './mutants/targets.mjs'
import { Trial } from './mutants/trial.mjs'

const applied = (source, { start, end, replace }) => source.slice(0, start) + replace + source.slice(end)

/** The change of a mutant as the lists spell it: `< → <=`. */
const changeOf = ({ find, replace }) =>
  [find, replace]
    .map(text => text.replace(/\s+/g, ' ').trim().slice(0, 70))
    .map(text => text || 'nothing')
    .join(' → ')

function options(args) {
  const at = args.indexOf('--minutes')
  const minutes = at === -1 ? Number.POSITIVE_INFINITY : Number(args[at + 1])
  if (!(minutes > 0)) throw new Stop('Say how many minutes: npm run mutants -- --minutes 10')
  const files = args.filter((one, i) => !one.startsWith('-') && (at === -1 || i !== at + 1))
  return { files, until: performance.now() + minutes * 60_000, onlyNamed: args.includes('--named') }
}

/** Tries the listed mutants. @returns those that survived */
async function tryNamed(trial, files) {
  const survivors = []
  for (const { file, find, replace, tests, why } of named) {
    if (files.length > 0 && !files.includes(file)) continue
    const source = readFileSync(inRoot(file), 'utf8')
    const start = source.indexOf(find)
    if (start === -1 || source.includes(find, start + 1))
      throw new Stop(`${file} must have this once, for a listed mutant: ${find}`)
    await mustPass(trial, file, tests)
    const { isRed, by } = await trial.run(
      file,
      applied(source, { start, end: start + find.length, replace }),
      tests,
    )
    console.log(`${isRed ? '✓' : '✗'} ${why}${isRed ? ` (${by})` : `: survived in ${file}`}`)
    if (!isRed) survivors.push(why)
  }
  return survivors
}

/** A mutant is dead only if the tests pass without it. */
async function mustPass(trial, file, tests) {
  // The first run also loads all files; the second measures how long the tests take.
  const { isRed, by, passed } = await trial.run(file, undefined, tests)
  await trial.run(file, undefined, tests)
  if (isRed || passed === 0)
    throw new Stop(`The tests of ${file} must pass first: ${by ?? 'there are none'}.`)
}

/** Tries every mechanical mutant of a file. Tests that import the file run first. */
async function tryFile(trial, { file, far }, until) {
  const source = readFileSync(inRoot(file), 'utf8')
  const { near, others } = relatedTests(file, far)
  const groups = [near, others].filter(tests => tests.length > 0)
  for (const tests of groups) await mustPass(trial, file, tests)
  const explained = new Set(equivalent.filter(one => one.file === file))
  const result = { file, made: 0, killed: 0, explained: 0, survivors: [], untried: 0, unused: explained }
  for (const mutant of mutantsOf(file, source)) {
    result.made++
    const change = changeOf(mutant)
    const reason = equivalent.find(
      one => one.file === file && one.code === mutant.code && [one.change].flat().includes(change),
    )
    if (reason) {
      explained.delete(reason)
      result.explained++
    } else if (performance.now() > until) result.untried++
    else if (await isKilled(trial, file, applied(source, mutant), groups)) result.killed++
    else {
      result.survivors.push(mutant)
      console.log(`✗ ${file}:${mutant.line}: ${change}\n    ${mutant.code}`)
    }
  }
  return result
}

async function isKilled(trial, file, source, groups) {
  for (const tests of groups) if ((await trial.run(file, source, tests)).isRed) return true
  return false
}

const row = cells =>
  cells.map((cell, i) => (i === 0 ? String(cell).padEnd(38) : String(cell).padStart(10))).join('')

const rowOf = ({ file, made, killed, explained, survivors, untried }) =>
  row([file, made, killed, explained, survivors.length, untried])

/** Prints the table. @returns the number of survivors and superfluous entries */
function report(results) {
  const all = { file: 'all', made: 0, killed: 0, explained: 0, survivors: [], untried: 0 }
  for (const one of results) {
    for (const key of ['made', 'killed', 'explained', 'untried']) all[key] += one[key]
    all.survivors.push(...one.survivors)
  }
  console.log(`\n${row(['file', 'mutants', 'killed', 'explained', 'survived', 'not tried'])}`)
  for (const one of [...results, all]) console.log(rowOf(one))
  const unused = results.flatMap(one => [...one.unused])
  for (const { file, code, change } of unused)
    console.log(`Nothing in ${file} is like this any more; delete it from the list: ${change} in ${code}`)
  return all.survivors.length + unused.length
}

runMain(async () => {
  stopOnSignals()
  const { files, until, onlyNamed } = options(process.argv.slice(2))
  await install()
  const chosen = targets.filter(({ file }) => files.length === 0 || files.includes(file))
  const trial = new Trial()
  try {
    const survivors = await tryNamed(trial, files)
    const results = []
    for (const target of onlyNamed ? [] : chosen) {
      const result = await tryFile(trial, target, until)
      results.push(result)
      console.log(`  ${result.file}: ${result.killed + result.explained} of ${result.made}`)
    }
    const wrong = onlyNamed ? 0 : report(results)
    return survivors.length + wrong === 0 ? 0 : 1
  } finally {
    await trial.end()
  }
})
