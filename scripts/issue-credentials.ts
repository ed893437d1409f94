import { parseArgs } from 'node:util'
import { issueCredentials } from '@/lib/store/credentials'
import { database } from '@/lib/store/database'
import { keyring } from '@/lib/store/keyring'

// npm run issue-credentials -- --name NAME [--json]
// Credentials of the embedded service. With --json nothing but the JSON goes to stdout, for scripts to read.

const usage = 'Usage: npm run issue-credentials -- --name NAME [--json]'

async function main(): Promise<number> {
  const { name, json } = readArguments() ?? {}
  if (!name) {
    console.error(usage)
    return 2
  }
  const opened = await database()
  const issued = await opened.write(trx => issueCredentials(trx, keyring(), name))
  await opened.close()
  const { accessToken, secretKey, expiresAt } = issued
  if (json) {
    console.log(JSON.stringify({ accessToken, secretKey, expiresAt }))
    return 0
  }
  console.log(`Credentials for ${name}. They are shown once; keep them where only you can read them.

Access token, good until ${expiresAt}:
${accessToken}

Secret key, good until it is revoked:
${secretKey}`)
  return 0
}

function readArguments(): { name: string | undefined; json: boolean } | undefined {
  try {
    const { values } = parseArgs({
      options: { name: { type: 'string' }, json: { type: 'boolean', default: false } },
    })
    return { name: values.name?.trim(), json: values.json }
  } catch {
    return undefined
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
