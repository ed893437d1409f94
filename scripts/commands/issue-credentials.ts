import { parseArgs } from 'node:util'
import type { Scope } from '@/lib/contract/operations'
import { database } from '@/lib/store/db/database'
import { keyring } from '@/lib/store/secrets/keyring'
import { issueCredentials } from '@/lib/store/service/credentials'
import { allScopes } from '@/lib/store/service/scopes'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { listOf } from '@/lib/words/sentences/join'
import { getTranslations } from '@/lib/words/server'
import { optionError, runCommand } from './run-command'

// npm run issue-credentials -- --name NAME [--scopes orders,products] [--expires-in DAYS] [--json]
// Credentials of the embedded service. With --json only the JSON goes to stdout, for scripts.

const t = getTranslations('terminal.issueCredentials')

const COMMAND =
  'npm run issue-credentials -- --name NAME [--scopes orders,products] [--expires-in DAYS] [--json]'

const DAY_MS = 24 * 60 * 60 * 1000
const MAX_DAYS = 3650

/** The options of the command. */
interface Options {
  readonly name: string
  readonly scopes: readonly Scope[] | undefined
  readonly keyExpiresAt: Date | undefined
  readonly json: boolean
}

async function main(): Promise<number> {
  const options = readOptions()
  if (typeof options === 'string') {
    console.error(`${options}\n${getTranslations('terminal')('usage', { command: COMMAND })}`)
    return 2
  }
  const { name, json, ...terms } = options
  const opened = await database()
  const issued = await opened
    .write(trx => issueCredentials(trx, keyring(), name, terms))
    .finally(() => opened.close())
  const { accessToken, secretKey, expiresAt } = issued
  if (json) {
    console.log(JSON.stringify({ accessToken, secretKey, expiresAt }))
    return 0
  }
  const keyHeading = terms.keyExpiresAt
    ? t('secretKey', { time: terms.keyExpiresAt.toISOString() })
    : t('lastingSecretKey')
  console.log(`${t('lead', { name })}

${t('accessToken', { time: expiresAt })}
${accessToken}

${keyHeading}
${secretKey}`)
  return 0
}

/** @returns the options, or the sentence about the wrong argument */
function readOptions(): Options | string {
  const values = readArguments()
  if (typeof values === 'string') return values
  const name = values.name?.trim()
  if (!name) return t('noName')
  const scopes = readScopeList(values.scopes)
  if (typeof scopes === 'string') return scopes
  const days = values['expires-in']
  if (days !== undefined && !(/^\d{1,4}$/.test(days) && Number(days) >= 1 && Number(days) <= MAX_DAYS)) {
    return t('invalidDays', { max: MAX_DAYS, value: days })
  }
  const keyExpiresAt = days === undefined ? undefined : new Date(Date.now() + Number(days) * DAY_MS)
  return { name, scopes, keyExpiresAt, json: values.json }
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        name: { type: 'string' },
        scopes: { type: 'string' },
        'expires-in': { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    })
    return values
  } catch (error) {
    return optionError(error).message
  }
}

function readScopeList(text: string | undefined): readonly Scope[] | string | undefined {
  if (text === undefined) return undefined
  const names = text.split(',').map(name => name.trim())
  const stranger = names.find(name => !allScopes.some(scope => scope === name))
  if (stranger !== undefined) {
    const scopes = listOf(requestLocale().language, allScopes)
    return t('invalidScopes', { scopes, value: stranger })
  }
  return allScopes.filter(scope => names.includes(scope))
}

await runCommand(COMMAND, main)
