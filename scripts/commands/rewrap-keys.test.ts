import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnection, openCredentials } from '@/lib/store/connections/connections'
import { type Database, openDatabase } from '@/lib/store/db/database'
import { createWebhook, openWebhookSecrets } from '@/lib/store/notifications/webhooks'
import { createDeskKey } from '@/lib/store/people/desk-keys'
import { addOperator } from '@/lib/store/people/operators'
import { saveTotp, sealTotpSecret } from '@/lib/store/people/sign-in/totp'
import { makeKeyring } from '@/lib/store/secrets/keyring'
import { issueCredentials } from '@/lib/store/service/credentials'

const [k1, k2] = [
  { kid: 'k1', bytes: randomBytes(32) },
  { kid: 'k2', bytes: randomBytes(32) },
]
const listed = ({ kid, bytes }: typeof k1) => `${kid}:${bytes.toString('base64')}`

const dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'))
let serving: Database
beforeAll(async () => {
  serving = await openDatabase({ dataDir })
})
afterAll(async () => {
  await serving.close()
  rmSync(dataDir, { recursive: true })
})

const run = (keys: readonly (typeof k1)[], ...words: string[]) =>
  promisify(execFile)(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', 'scripts/commands/rewrap-keys.ts', ...words],
    {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        APP_KEYS: keys.map(listed).join(),
        LC_ALL: 'C',
      },
    },
  )

test('secrets are encrypted again while the server runs, and the command reports what still needs the old key', async () => {
  const old = makeKeyring([k1])
  const remote = { environment: 'production', baseUrl: 'https://api.example' } as const
  const input = { ...remote, name: 'Shipper', accessToken: 'token-of-the-shipper' }
  const shipper = await createConnection(serving.kysely, input, old)
  await issueCredentials(serving.kysely, old, 'Hanbit Store')
  const program = { name: 'night shift', scopes: ['intake'], by: 'mina', expiresAt: undefined } as const
  await createDeskKey(serving.kysely, old, program, new Date())
  const { webhook, secret } = await serving.write(trx =>
    createWebhook(
      trx,
      { url: 'https://hooks.example/', events: [], isEnabled: true },
      'mina',
      new Date().toISOString(),
      old,
    ),
  )
  await expect(run([k2])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/token of “Shipper” is encrypted with “k1”, which isn’t/),
  })
  const { stdout } = await run([k2, k1])
  expect(stdout).toContain(
    'Encrypted 2 secrets with “k2”.\n“k1” is still needed:\n  A secret key of “Hanbit Store”',
  )
  expect(stdout).toContain('  The automation key “night shift” was issued with it.')
  const secrets = await openWebhookSecrets(
    serving.kysely,
    webhook.id,
    new Date().toISOString(),
    makeKeyring([k2]),
  )
  expect(secrets).toEqual([secret])
  const opened = await openCredentials(serving.kysely, shipper, makeKeyring([k2]))
  expect(opened.accessToken).toBe(input.accessToken)
})

test('giving a lost key up names the members whose authenticator app no longer works', async () => {
  const account = { email: 'sumi@shop.example', name: 'Sumi', passwordHash: 'x', role: 'editor' } as const
  const { id: operatorId } = await addOperator(serving.kysely, account)
  const sealed = sealTotpSecret(operatorId, 'ABC', makeKeyring([k1]))
  await saveTotp(serving.kysely, { operatorId, sealed, lastStep: 0 }, new Date())
  const { stdout } = await run([k2], '--forget', 'k1')
  expect(stdout).toContain('npm run reset-password -- --email sumi@shop.example --second-factor')
})
