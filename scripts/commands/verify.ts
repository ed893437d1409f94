import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { env } from '@/lib/env'
import { readDatabaseFacts } from '@/lib/store/backup/backup'
import { isOfClockAhead, listBackups, removeUnfinishedOnSignals } from '@/lib/store/backup/folder'
import type { DatabaseFacts } from '@/lib/store/backup/sqlite-copy'
import { verifyBackup } from '@/lib/store/backup/verify'
import { verifyIntegrity } from '@/lib/store/db/integrity-check'
import { sqliteFile } from '@/lib/store/db/sqlite/sqlite'
import { getTranslations } from '@/lib/words/server'
import { ageValues, contentsSentence, isNewer, print, problemSentence } from './report'
import { optionError, runCommand } from './run-command'

// npm run verify [-- FILE] [--json]
// Opens a backup, or the database itself, checks all of it and counts its rows. Servers may use the database.

const t = getTranslations('terminal.verify')

const COMMAND = 'npm run verify [-- FILE] [--json]'

async function main(): Promise<number> {
  const options = readOptions()
  if (options instanceof Error) {
    console.error(`${options.message}\n${getTranslations('terminal')('usage', { command: COMMAND })}`)
    return 2
  }
  const { json, file } = options
  const path = file ?? sqliteFile(env().dataDir)
  try {
    if (file === undefined) await verifyDatabase(json)
    else await verifyFile(file, json)
    return 0
  } catch (error) {
    const problem = problemSentence(error, path)
    if (json) console.log(JSON.stringify({ ok: false, problem }))
    else console.error(problem)
    return 1
  }
}

async function verifyFile(path: string, json: boolean): Promise<void> {
  const manifest = await verifyBackup(path, env().backupPassphrase, env())
  const { madeAt, version, engine, checksum } = manifest
  print(json, { ok: true, file: path, isNewer: isNewer(manifest), ...manifest }, () => {
    const made = t('made', { ...ageValues(madeAt), version, engine })
    const newer = isNewer(manifest) ? `\n${t('newer', { version })}` : ''
    const unproven = checksum === undefined ? `\n${t('noChecksum')}` : ''
    return `${t('intactBackup', { path })}\n${made}\n${contentsSentence(manifest)}${newer}${unproven}`
  })
}

async function verifyDatabase(json: boolean): Promise<void> {
  const { dataDir, databaseUrl, backupDir } = env()
  const path = sqliteFile(dataDir)
  if (!databaseUrl) {
    if (!existsSync(path)) throw new Error(t('noDatabase', { path: resolve(path) }))
    await requireIntact(path)
  }
  const facts: DatabaseFacts = await readDatabaseFacts(env())
  const newest = (await listBackups(backupDir)).find(one => !isOfClockAhead(one, Date.now()))
  const backup = newest && { file: resolve(newest.path), madeAt: new Date(newest.madeAt).toISOString() }
  print(
    json,
    { ok: true, ...(databaseUrl ? {} : { file: resolve(path) }), ...facts, newestBackup: backup },
    () => {
      const intact = databaseUrl
        ? t('readableDatabase', { engine: facts.engine })
        : t('intactDatabase', { path: resolve(path), engine: facts.engine })
      const age = backup
        ? t('newest', { path: backup.file, ...ageValues(backup.madeAt) })
        : t('none', { folder: resolve(backupDir) })
      return `${intact}\n${contentsSentence(facts)}\n${age}`
    },
  )
}

async function requireIntact(path: string): Promise<void> {
  try {
    await verifyIntegrity(env())
  } catch (error) {
    throw new Error(t('damagedDatabase', { path: resolve(path), reason: (error as Error).message }), {
      cause: error,
    })
  }
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false } },
    })
    if (positionals.length > 1) return new Error(t('oneFile'))
    return { json: values.json, file: positionals[0] }
  } catch (error) {
    return optionError(error)
  }
}

removeUnfinishedOnSignals()
await runCommand(COMMAND, main)
