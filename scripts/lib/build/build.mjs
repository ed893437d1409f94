import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runPackage } from '../process/run.mjs'
import { inRoot, root, Stop } from '../root.mjs'
import { t } from '../terminal.mjs'
import { compressStatic } from './compress-static.mjs'

const stampFile = inRoot('.next', 'lading-sources')
const folders = ['app', 'components', 'lib', 'public', 'i18n']
const isRootSource = name =>
  /\.(m?[jt]sx?|json)$/.test(name) && !/^(vitest|playwright)\.config|^biome\.json$|\.d\.ts$/.test(name)
const isTest = name => /\.test\.tsx?$/.test(name)

/** Builds the application, unless the last build was made from exactly these sources. */
export async function build() {
  // By content, not by time: the times of a fresh checkout or a copied folder mean nothing.
  const sources = hashSources()
  if (existsSync(inRoot('.next', 'BUILD_ID')) && readStamp() === sources) return

  console.log(t('building'))
  rmSync(stampFile, { force: true })
  const env = { NODE_ENV: 'production', ...actionKey(sources) }
  if ((await runPackage('next/dist/bin/next', ['build'], { env })) !== 0) throw new Stop(t('buildFailed'))
  await compressStatic(inRoot('.next', 'static'), inRoot('.next', 'lading-compressed'))
  const commit = process.env.LADING_COMMIT || gitCommit()
  if (commit) writeFileSync(inRoot('.next', 'lading-commit'), commit)
  writeFileSync(stampFile, sources)
}

/** The commit of the checkout; undefined without git, or outside of a repository. */
function gitCommit() {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
    return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], options).trim()
  } catch {
    return undefined
  }
}

/**
 * Next generates a key at each build and derives the ids of actions from it, so a page of one server could not call a
 * server that was built separately. Builds of the same sources get the same key. It is not a secret: it encrypts only
 * the variables that an action closes over, and our actions close over none (app/actions.test.ts).
 */
const actionKey = sources =>
  process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY
    ? {}
    : { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.from(sources, 'hex').toString('base64') }

const readStamp = () => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined)

function hashSources() {
  const hash = createHash('sha256')
  const files = [
    ...readdirSync(root).filter(isRootSource),
    ...folders.flatMap(folder => (existsSync(inRoot(folder)) ? filesBelow(folder) : [])),
  ]
  // The hash of a file's contents has a fixed length, so that no two trees produce the same sequence.
  for (const file of files.sort())
    hash.update(
      `${file}\0${createHash('sha256')
        .update(readFileSync(inRoot(file)))
        .digest('hex')}\n`,
    )
  return hash.digest('hex')
}

function filesBelow(folder) {
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(path)
    return isTest(entry.name) ? [] : [path]
  })
}
