import { parseArgs } from 'node:util'
import { type Database, database } from '@/lib/store/db/database'
import { type KeyUsage, listKeyUsage } from '@/lib/store/secrets/key-usage'
import { type Keyring, keyring } from '@/lib/store/secrets/keyring'
import { forgetSecrets, rewrapSecrets, type UnreadableSecret } from '@/lib/store/secrets/rewrap'
import { getTranslations } from '@/lib/words/server'
import { optionError, runCommand } from './run-command'

// npm run rewrap-keys [-- --forget NAME]
// Encrypts the stored secrets with the newest key of the ring, and reports which older keys are still needed. It may
// run while servers do, and repeatedly.

const t = getTranslations('terminal.rewrapKeys')

const COMMAND = 'npm run rewrap-keys [-- --forget NAME]'

async function main(): Promise<number> {
  const forget = readForget()
  if (forget instanceof Error) {
    console.error(`${forget.message}\n${getTranslations('terminal')('usage', { command: COMMAND })}`)
    return 2
  }
  const ring = keyring()
  if (forget !== undefined && ring.kids.includes(forget)) {
    console.error(t('inUse', { kid: forget }))
    return 2
  }
  const opened = await database()
  return rewrap(opened, ring, forget).finally(() => opened.close())
}

async function rewrap(opened: Database, ring: Keyring, forget: string | undefined): Promise<number> {
  if (forget !== undefined) {
    const { count, apps } = await forgetSecrets(opened.kysely, forget)
    console.log(t('deleted', { count, kid: forget }))
    for (const email of apps) console.log(t('lostApp', { email }))
  }
  const { moved, closed } = await rewrapSecrets(opened, ring)
  console.log(t('encrypted', { count: moved, kid: ring.newest }))
  for (const secret of closed) console.error(closedSentence(secret))
  const needs = await listKeyUsage(opened.kysely)
  for (const kid of ring.kids.slice(1)) console.log(needSentence(kid, needs))
  return closed.length === 0 ? 0 : 1
}

function closedSentence({ kid = '', error, ...secret }: UnreadableSecret): string {
  const isKeyMissing = error === 'unknown_key'
  if ('webhook' in secret) {
    const url = secret.webhook
    return isKeyMissing ? t('missingWebhookKey', { url, kid }) : t('unreadableWebhook', { url })
  }
  if ('app' in secret) {
    const email = secret.app
    return isKeyMissing ? t('missingAppKey', { email, kid }) : t('unreadableApp', { email })
  }
  return isKeyMissing ? t('missingKey', { ...secret, kid }) : t('unreadable', secret)
}

function needSentence(kid: string, needs: readonly KeyUsage[]): string {
  const need = needs.find(one => one.kid === kid)
  const why = [
    ...[...(need?.connections ?? []), ...(need?.webhooks ?? []), ...(need?.apps ?? [])].map(name =>
      t('neededBySecret', { name }),
    ),
    ...(need?.clients ?? []).map(name => t('neededByKey', { name })),
    ...(need?.programs ?? []).map(name => t('neededByProgram', { name })),
    ...(need?.tokensEnd ? [t('neededByTokens', { time: need.tokensEnd })] : []),
  ]
  if (why.length === 0) return t('unneeded', { kid })
  return `${t('needed', { kid })}\n${why.map(reason => `  ${reason}`).join('\n')}`
}

function readForget(): string | undefined | Error {
  try {
    return parseArgs({ options: { forget: { type: 'string' } } }).values.forget
  } catch (error) {
    return optionError(error)
  }
}

await runCommand(COMMAND, main)
