import { createWriteStream, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeSmallDisk } from '@/scripts/campaign/faults/small-disk'
import { bundle } from '@/scripts/lib/build/bundle'
import { startPostgres } from '@/scripts/lib/database/postgres.mjs'
import { stopOnSignals } from '@/scripts/lib/process/run.mjs'
import { describe, Figures } from './figures'
import { Scenario, type ScenarioOptions } from './scenario'
import { SeededRandom } from './seeded-random'

// `npm run campaign`, after installing and building: plays the scenes, prints the figures, exits with 1 when a scene
// violates a guarantee.

stopOnSignals()
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string' },
    scene: { type: 'string' },
    servers: { type: 'string' },
    previous: { type: 'string' },
  },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
/** More than two servers share a PostgreSQL; so do two versions during a deployment. */
const servers = values.servers === undefined ? undefined : Number(values.servers)
const previous = values.previous === undefined ? undefined : resolve(values.previous)
const isShared = servers !== undefined || previous !== undefined
const databases = values.database ?? (isShared ? 'postgres' : 'sqlite,postgres')
const chosen = (values.scene ?? (isShared ? 'two,built' : 'one,two,disk,built,shared,keys')).split(',')

/** The scenes on each database: the number of processes at a time, and the share of kills. */
const scenes = {
  one: { desks: 1, part: 0.5, size: 10, isBuilt: false, isSweep: true, hasStorageFaults: true },
  two: { desks: 2, part: 0.4, size: 50, isBuilt: false, hasStorageFaults: true },
  // A disk that fills up repeatedly; the tests can fill only the disk of the embedded database.
  disk: { desks: 1, part: 0.1, size: 10, isBuilt: false },
  built: { desks: 2, part: 0.1, size: 50, isBuilt: true },
  // Two servers, credentials issued in a loop and forced checkpoints in one folder.
  shared: { desks: 2, part: 0.1, size: 50, isBuilt: true, issuesCredentials: true },
  // A service that honours idempotency keys, so that no person resolves unknown outcomes.
  keys: { desks: 1, part: 0.5, size: 10, isBuilt: false, honoursKeys: true },
} as const

/** Scenes that use files of the embedded database. */
const onSqliteOnly: readonly string[] = ['disk', 'shared']

/** From a kill -9 to ready, recovery included. */
const SLOWEST_MS = 5000

const unplayable = chosen.filter(
  name => !(name in scenes) || (onSqliteOnly.includes(name) && !databases.includes('sqlite')),
)
if (values.scene !== undefined && unplayable.length > 0) {
  console.error(
    `Not scenes on ${databases}: ${unplayable.join(', ')}. Scenes: ${Object.keys(scenes).join(', ')}; ` +
      `on SQLite only: ${onSqliteOnly.join(', ')}. Versions side by side: --previous FOLDER --scene built.`,
  )
  process.exit(1)
}

if (previous !== undefined && !existsSync(join(previous, '.next', 'BUILD_ID'))) {
  console.error(`${previous} has no build of Lading.`)
  process.exit(1)
}

const desk = await bundle('scripts/campaign/processes/desk.ts')
const logFile = join(tmpdir(), `lading-campaign-${process.pid}.log`)
const log = createWriteStream(logFile)
// Each of many processes is piped to it.
log.setMaxListeners(0)
const began = performance.now()
let complaints: string[] = []
console.log(`seed ${seed}; what the processes print goes to ${logFile}`)
for (const database of databases.split(',')) {
  const sum = new Figures()
  for (const [name, { part, ...how }] of Object.entries(scenes)) {
    if (!chosen.includes(name)) continue
    const options = {
      ...how,
      ...(how.desks > 1 && servers !== undefined && { desks: servers }),
      ...(how.isBuilt && previous !== undefined && { previous }),
      kills: Math.ceil(kills * part),
      random: new SeededRandom(seed),
      file: desk.file,
      log,
    }
    if (onSqliteOnly.includes(name) && database !== 'sqlite') continue
    const figures = await play(name, database, options)
    if (figures) sum.add(figures)
  }
  console.log(`\n${database}:\n${describe(sum)}`)
  const isSlow = sum.slowest > SLOWEST_MS
  // On a busy machine, the time of a start is not meaningful.
  const busy = loadavg()[0] ?? 0
  if (isSlow && busy > 2 * availableParallelism())
    console.log(
      `A start took longer than 5 s; the machine was busy (load ${busy.toFixed(0)}), so this is not judged.`,
    )
  else if (isSlow) complaints.push(`${database}: a start took ${Math.round(sum.slowest)} ms to recover`)
  complaints = [...complaints, ...sum.complaints().map(one => `${database}: ${one}`)]
}
desk.remove()
console.log(`\n${Math.round((performance.now() - began) / 1000)} s`)
for (const complaint of complaints) console.error(`FAILED: ${complaint}.`)
if (complaints.length > 0) {
  console.error(`Again: npm run campaign -- --seed ${seed} --kills ${kills} --database ${databases}`)
  process.exit(1)
}
console.log('Nothing doubled, nothing lost, nothing sent unannounced.')
process.exit()

async function play(
  scene: string,
  database: string,
  options: Omit<ScenarioOptions, 'place'>,
): Promise<Figures | undefined> {
  const name = `${scene} on ${database}`
  const own = await mkdtemp(join(tmpdir(), 'lading-campaign-'))
  const postgres = database === 'postgres' ? await startPostgres() : undefined
  const disk = scene === 'disk' ? makeSmallDisk() : undefined
  if ((database === 'postgres' && !postgres) || (scene === 'disk' && !disk)) {
    console.log(
      `${name}: left out, because this machine has no ${scene === 'disk' ? 'a disk to fill (root)' : 'PostgreSQL'}.`,
    )
    return undefined
  }
  const place = { dataDir: disk?.path ?? own, databaseUrl: postgres?.url }
  const start = performance.now()
  const playing = new Scenario({
    ...options,
    place,
    countedIn: own,
    ...(postgres && { crashDatabase: postgres.crash }),
    ...(disk && { fillDisk: disk.fill }),
  })
  try {
    const figures = await playing.run()
    const { allKills, accepted, doubled, lost } = figures
    const seconds = Math.round((performance.now() - start) / 1000)
    console.log(
      `${name}: ${allKills} kills, ${accepted} orders, doubled ${doubled}, lost ${lost}, ${seconds} s`,
    )
    return figures
  } catch (error) {
    console.error(`${name} broke off. What it had seen:\n${describe(playing.figures)}`)
    complaints = [...complaints, `${name}: ${error}`]
    return playing.figures
  } finally {
    await postgres?.stop()
    disk?.remove()
    await rm(own, { recursive: true, force: true })
  }
}
