import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { env } from '@/lib/env'
import { type Restored, RestoreError, type RestoreStep, restoreBackup } from '@/lib/store/backup/restore'
import { getTranslations } from '@/lib/words/server'
import { ageValues, contentsSentence, print, problemSentence } from './report'
import { optionError, runCommand } from './run-command'

// npm run restore -- FILE [--json]
// Puts a backup in the place of the database. The next start is in after-restore mode.

const t = getTranslations('terminal.restore')

const COMMAND = 'npm run restore -- FILE [--json]'

async function main(): Promise<number> {
  const options = readOptions()
  if (options instanceof Error) {
    console.error(`${options.message}\n${getTranslations('terminal')('usage', { command: COMMAND })}`)
    return 2
  }
  const { file, json } = options
  try {
    const restored = await restoreBackup(file, env().backupPassphrase, env(), failpoint)
    const { manifest, replaced } = restored
    print(json, { ok: true, file, replaced, ...manifest }, () => restoredText(restored))
    return 0
  } catch (error) {
    const problem = sentence(error, file)
    if (json) console.log(JSON.stringify({ ok: false, problem }))
    else console.error(problem)
    return 1
  }
}

function restoredText({ manifest, replaced }: Restored): string {
  const { dataDir, databaseUrl, appKeys } = env()
  const values = { ...ageValues(manifest.madeAt), version: manifest.version }
  const place = databaseUrl
    ? t('restoredPostgres', values)
    : t('restored', { ...values, folder: resolve(dataDir) })
  const aside = replaced ? `\n${t('replaced', { path: resolve(replaced) })}` : ''
  const keys = resolve(join(dataDir, 'keys.json'))
  const hasKeys = appKeys !== undefined || existsSync(keys)
  const missing = hasKeys ? '' : `\n${t('noKeys', { path: keys })}`
  return `${place}\n${contentsSentence(manifest)}${aside}${missing}\n\n${t('next')}\n${t('access', values)}`
}

function sentence(error: unknown, file: string): string {
  if (!(error instanceof RestoreError)) return problemSentence(error, file)
  const { reason, detail } = error
  const database = env().databaseUrl ? 'sqlite' : 'postgres'
  return t(reason, { detail, folder: resolve(env().dataDir), database })
}

/** Ends the process at the step that a test names. */
function failpoint(step: RestoreStep): void {
  if (env().failpoint === `restore_${step}`) process.kill(process.pid, 'SIGKILL')
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false } },
    })
    const [file] = positionals
    if (file === undefined || positionals.length > 1) return new Error(t('noFile'))
    return { json: values.json, file }
  } catch (error) {
    return optionError(error)
  }
}

await runCommand(COMMAND, main)
