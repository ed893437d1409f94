import { parseArgs } from 'node:util'
import { type Database, database } from '@/lib/store/database'
import { type KeyNeed, keyNeeds } from '@/lib/store/key-needs'
import { type Keyring, keyring } from '@/lib/store/keyring'
import { type ClosedSecret, forgetSecrets, rewrapSecrets } from '@/lib/store/rewrap'

// npm run rewrap-keys [-- --forget NAME]
// Seals the stored secrets with the newest key of the ring, and says which older ones are still needed. It may run
// while servers do, and again.

const usage = 'Usage: npm run rewrap-keys [-- --forget NAME]'

async function main(): Promise<number> {
  const forget = readForget()
  if (forget instanceof Error) {
    console.error(`${forget.message}\n${usage}`)
    return 2
  }
  const ring = keyring()
  if (forget !== undefined && ring.kids.includes(forget)) {
    console.error(`“${forget}” is not lost: it is among the keys. Nothing was forgotten.`)
    return 2
  }
  const opened = await database()
  return rewrap(opened, ring, forget).finally(() => opened.close())
}

async function rewrap(opened: Database, ring: Keyring, forget: string | undefined): Promise<number> {
  if (forget !== undefined) {
    console.log(`Forgot ${count(await forgetSecrets(opened.kysely, forget))} sealed with “${forget}”.`)
  }
  const { moved, closed } = await rewrapSecrets(opened, ring)
  console.log(`Sealed ${count(moved)} with “${ring.newest}”.`)
  for (const secret of closed) console.error(closedSentence(secret))
  const needs = await keyNeeds(opened.kysely)
  for (const kid of ring.kids.slice(1)) console.log(needSentence(kid, needs))
  return closed.length === 0 ? 0 : 1
}

function closedSentence({ connection, field, kid, trouble }: ClosedSecret): string {
  const what = `The ${field === 'access_token' ? 'access token' : 'secret key'} of “${connection}”`
  return trouble === 'unknown_key'
    ? `${what} is sealed with “${kid}”, which is not among the keys. List it, or --forget ${kid}.`
    : `${what} does not open: it was changed, or its key was. Enter it anew on the page Connections.`
}

function needSentence(kid: string, needs: readonly KeyNeed[]): string {
  const need = needs.find(one => one.kid === kid)
  const why = [
    ...(need?.connections ?? []).map(name => `a secret of “${name}” is sealed with it`),
    ...(need?.clients ?? []).map(
      name => `a secret key of “${name}” was issued with it: renew it under Settings`,
    ),
    ...(need?.tokensEnd ? [`access tokens were issued with it, the last ends ${need.tokensEnd}`] : []),
  ]
  if (why.length === 0) return `“${kid}” is not needed any more: take it out, and start again.`
  return `“${kid}” is still needed:\n${why.map(reason => `  ${reason}`).join('\n')}`
}

const count = (secrets: number) => (secrets === 1 ? '1 secret' : `${secrets} secrets`)

function readForget(): string | undefined | Error {
  try {
    return parseArgs({ options: { forget: { type: 'string' } } }).values.forget
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
