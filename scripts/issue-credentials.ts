import { parseArgs } from 'node:util'
import type { Scope } from '@/lib/contract/operations'
import { issueCredentials } from '@/lib/store/credentials'
import { database } from '@/lib/store/database'
import { keyring } from '@/lib/store/keyring'
import { allScopes } from '@/lib/store/scopes'

// npm run issue-credentials -- --name NAME [--scopes orders,products] [--expires-in DAYS] [--json]
// Credentials of the embedded service. With --json nothing but the JSON goes to stdout, for scripts to read.

const usage =
  'Usage: npm run issue-credentials -- --name NAME [--scopes orders,products] [--expires-in DAYS] [--json]'

const DAY = 24 * 60 * 60 * 1000
const MOST_DAYS = 3650

/** What was asked for. */
interface Wish {
  readonly name: string
  readonly scopes: readonly Scope[] | undefined
  readonly keyExpiresAt: Date | undefined
  readonly json: boolean
}

async function main(): Promise<number> {
  const wish = readWish()
  if (typeof wish === 'string') {
    console.error(`${wish}\n${usage}`)
    return 2
  }
  const { name, json, ...terms } = wish
  const opened = await database()
  const issued = await opened
    .write(trx => issueCredentials(trx, keyring(), name, terms))
    .finally(() => opened.close())
  const { accessToken, secretKey, expiresAt } = issued
  if (json) {
    console.log(JSON.stringify({ accessToken, secretKey, expiresAt }))
    return 0
  }
  const keyIsGood = terms.keyExpiresAt ? terms.keyExpiresAt.toISOString() : 'it is revoked'
  console.log(`Credentials for ${name}. They are shown once; keep them where only you can read them.

Access token, good until ${expiresAt}:
${accessToken}

Secret key, good until ${keyIsGood}:
${secretKey}`)
  return 0
}

/** The wish, or why it cannot be told from the arguments. */
function readWish(): Wish | string {
  const values = readArguments()
  if (typeof values === 'string') return values
  const name = values.name?.trim()
  if (!name) return 'Say for whom: --name NAME.'
  const scopes = readScopeList(values.scopes)
  if (typeof scopes === 'string') return scopes
  const days = values['expires-in']
  if (days !== undefined && !(/^\d{1,4}$/.test(days) && Number(days) >= 1 && Number(days) <= MOST_DAYS)) {
    return `--expires-in takes whole days, 1 to ${MOST_DAYS}, not “${days}”. Leave it out for a key that does not end.`
  }
  const keyExpiresAt = days === undefined ? undefined : new Date(Date.now() + Number(days) * DAY)
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
    return error instanceof Error ? error.message : String(error)
  }
}

function readScopeList(text: string | undefined): readonly Scope[] | string | undefined {
  if (text === undefined) return undefined
  const names = text.split(',').map(name => name.trim())
  const stranger = names.find(name => !allScopes.some(scope => scope === name))
  if (stranger !== undefined) {
    return `--scopes takes ${allScopes.join(' and ')}, separated by a comma, not “${stranger}”.`
  }
  return allScopes.filter(scope => names.includes(scope))
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
