import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '@/lib/store/db/database'
import { findInvitation, redeemInvitation } from '@/lib/store/people/invitations'
import { listOperatorEvents } from '@/lib/store/people/operator-events'
import { addOperator, findForSignIn } from '@/lib/store/people/operators'
import { findSession, startSession } from '@/lib/store/people/sign-in/sessions'
import { removeMember } from '@/lib/store/people/team'
import { type Bundle, bundle } from '../lib/build/bundle'

const HOUR = 60 * 60_000
const dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'))
let serving: Database
let command: Bundle
beforeAll(async () => {
  command = await bundle('scripts/commands/reset-password.ts')
  serving = await openDatabase({ dataDir })
})
afterAll(async () => {
  await serving.close()
  command.remove()
  rmSync(dataDir, { recursive: true })
})

const run = (...words: string[]) => runWith({}, ...words)
const runWith = (more: Record<string, string>, ...words: string[]) =>
  promisify(execFile)(process.execPath, [command.file, ...words], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      APP_KEYS: '',
      LC_ALL: 'C',
      PUBLIC_URL: 'https://desk.shop.example',
      ...more,
    },
  })

const tokenOf = (printed: string) =>
  /https:\/\/desk\.shop\.example\/invitation#([\w-]+)/.exec(printed)?.[1] ?? ''

const jun = { name: '준', role: 'administrator', passwordHash: 'x' } as const

test('a link printed while the server runs sets a new password once and ends every session', async () => {
  const operator = await addOperator(serving.kysely, { ...jun, email: 'jun@shop.example' })
  const session = await startSession(serving.kysely, { operatorId: operator.id })
  const older = tokenOf((await run('--email', 'jun@shop.example')).stdout)
  const { stdout } = await run('--email', ' JUN@shop.example ')
  expect(stdout).toContain('It works once, until 2')
  const token = tokenOf(stdout)
  expect(await findInvitation(serving.kysely, older, new Date())).toBeUndefined()
  const at = (hours: number) => new Date(Date.now() + hours * HOUR)
  expect(await findInvitation(serving.kysely, token, at(23.9))).toMatchObject({ operatorId: operator.id })
  expect(await findInvitation(serving.kysely, token, at(24))).toBeUndefined()

  const chosen = { name: '', passwordHash: 'y' }
  expect(await redeemInvitation(serving, token, chosen)).toMatchObject({ id: operator.id, name: '준' })
  expect((await findForSignIn(serving.kysely, operator.email))?.passwordHash).toBe('y')
  expect(await findSession(serving.kysely, session)).toBeUndefined()
  expect(await redeemInvitation(serving, token, chosen)).toBeUndefined()
  expect(await listOperatorEvents(serving.kysely, 3)).toMatchObject([
    { event: 'password', whom: '준' },
    { event: 'reset_link', whom: '준', by: null },
    { event: 'reset_link', whom: '준', by: null },
  ])
})

test('without an operator to reset, the command prints what to do instead', async () => {
  const boss = await addOperator(serving.kysely, { ...jun, email: 'boss@shop.example' })
  const gone = await addOperator(serving.kysely, { ...jun, email: 'gone@shop.example' })
  await serving.write(trx => removeMember(trx, { id: gone.id, by: boss.id }, new Date()))
  const wrong: [words: string[], code: number, message: string][] = [
    [[], 2, '--email EMAIL'],
    [['--email', ' '], 2, '--email EMAIL'],
    [['jun@shop.example'], 2, '“jun@shop.example” can’t be used here, or lacks its value.\nUsage: npm run'],
    [['--email'], 2, '“--email” can’t be used here, or lacks its value.'],
    [['--email', 'nobody@shop.example'], 1, 'No member has the email “nobody@shop.example”.'],
    [['--email', 'gone@shop.example'], 1, '“gone@shop.example” was removed from the team.'],
  ]
  for (const [words, code, message] of wrong) {
    await expect(run(...words)).rejects.toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining(message),
    })
  }
})

test('where only OPERATOR_EMAIL may use a password, no link is printed for another account', async () => {
  await addOperator(serving.kysely, { ...jun, email: 'sumi@shop.example', passwordHash: '' })
  const provider = {
    OIDC_ONLY: '1',
    OIDC_ISSUER: 'https://login.shop.example',
    OIDC_CLIENT_ID: 'lading',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_DEFAULT_ROLE: 'editor',
    OPERATOR_EMAIL: 'else@shop.example',
  }
  await expect(runWith(provider, '--email', 'sumi@shop.example')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('Set OPERATOR_EMAIL to sumi@shop.example'),
  })
  await expect(runWith(provider, '--email', 'nobody@shop.example')).rejects.toMatchObject({
    stderr: expect.stringContaining('No member has the email'),
  })
  const named = { ...provider, OPERATOR_EMAIL: 'Sumi@shop.example' }
  expect(tokenOf((await runWith(named, '--email', 'sumi@shop.example')).stdout)).not.toBe('')
})
