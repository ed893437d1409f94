import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { env } from '@/lib/env'
import { type MadeBackup, makeBackup } from '@/lib/store/backup/backup'
import { removeUnfinishedOnSignals } from '@/lib/store/backup/folder'
import { NoRoomError } from '@/lib/store/backup/space'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { sizeText } from '@/lib/words/sentences/size-text'
import { getTranslations } from '@/lib/words/server'
import { contentsSentence, print, problemSentence } from './report'
import { optionError, runCommand } from './run-command'

// npm run backup [-- --to FOLDER] [--encrypt] [--json]
// A verified copy of the database, also while servers use it.

const t = getTranslations('terminal.backup')

const COMMAND = 'npm run backup [-- --to FOLDER] [--encrypt] [--json]'

async function main(): Promise<number> {
  const options = readOptions()
  if (options instanceof Error) {
    console.error(`${options.message}\n${getTranslations('terminal')('usage', { command: COMMAND })}`)
    return 2
  }
  const { backupDir, backupPassphrase: passphrase } = env()
  if (options.encrypt && !passphrase) {
    console.error(t('noPassphrase'))
    return 2
  }
  const folder = resolve(options.to ?? backupDir)
  try {
    const made = await makeBackup(env(), { folder, passphrase })
    const { path: file, bytes, manifest } = made
    print(options.json, { ok: true, file, bytes, ...manifest }, () => madeText(made))
    return 0
  } catch (error) {
    const problem =
      error instanceof NoRoomError ? t('noRoom', { folder: error.folder }) : problemSentence(error, folder)
    if (options.json) console.log(JSON.stringify({ ok: false, problem }))
    else console.error(problem)
    return 1
  }
}

function madeText({ path, bytes, manifest }: MadeBackup): string {
  const values = {
    path,
    size: sizeText(bytes, requestLocale().language),
    encrypted: String(manifest.encryption === 'age'),
  }
  const { appKeys, dataDir } = env()
  const keys = appKeys ? t('variableKeys') : t('keys', { path: resolve(dataDir, 'keys.json') })
  const passphrase = manifest.encryption === 'age' ? `\n${t('passphrase')}` : ''
  return `${t('made', values)}\n${contentsSentence(manifest)}\n\n${keys}${passphrase}`
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        to: { type: 'string' },
        encrypt: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
    return values
  } catch (error) {
    return optionError(error)
  }
}

removeUnfinishedOnSignals()
await runCommand(COMMAND, main)
