import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { chapterIds } from '@/lib/manual/chapters'
import { columns, freshOrders } from '../support/blocks'
import { confirmPasswordOn } from '../support/confirm-password'
import { expect, signIn, test } from '../support/fixtures'

// Every command of the manual runs here on a server of its own, with this server's address, files and key in the place
// of the manual's, or is in `elsewhere`. The manual has the same commands in all languages (lib/manual/manual.test.ts).

interface Block {
  readonly chapter: string
  readonly script: string
}

const isRestore = ({ script }: Block) => script.startsWith('npm run restore')

/** The shell blocks of the manual, chapter by chapter; the restore last, because nothing is registered after it. */
const blocks: readonly Block[] = chapterIds
  .flatMap(chapter =>
    [...readFileSync(`docs/manual/en/${chapter}.md`, 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(
      ([, script = '']) => ({ chapter, script }),
    ),
  )
  .toSorted((a, b) => Number(isRestore(a)) - Number(isRestore(b)))

/** Commands that do not run in this test, why, and what is checked in their place. */
const elsewhere: readonly { readonly command: RegExp; readonly why: string; check(command: string): void }[] =
  [
    {
      command: /^npm start$/,
      why: 'supervisor.long.spec.ts starts, kills and stops it',
      check: () => expect(scripts()).toHaveProperty('start'),
    },
    {
      command: /^docker compose /,
      why: 'Docker is not on every machine that runs tests',
      check: command => {
        const manual = chapterIds
          .map(chapter => readFileSync(`docs/manual/en/${chapter}.md`, 'utf8'))
          .join('\n')
        const named = [...manual.matchAll(/^COMPOSE_FILE=(.*)$/gm)].flatMap(([, files = '']) =>
          files.split(':'),
        )
        expect(named).toContain('compose.postgres.yaml')
        for (const file of ['compose.yaml', ...named]) expect(existsSync(file), file).toBe(true)
        expect(command).toMatch(/ (up -d --build|logs lading)$/)
        expect(readFileSync('compose.yaml', 'utf8')).toMatch(/^services:\n {2}lading:$/m)
      },
    },
  ]

const scripts = (): object => JSON.parse(readFileSync('package.json', 'utf8')).scripts

/** What the blocks print, by how they begin. */
const outputs: Readonly<Record<string, RegExp>> = {
  'curl -sS http://127.0.0.1:3000/healthz': /^\{"status":"ok"\}$/,
  'npm run reset-password -- --email mina@shop.example\n': /http:\/\/127\.0\.0\.1:\d+\/invitation#/,
  'npm run reset-password -- --email mina@shop.example --second-factor': /mina@shop\.example/,
  'npm run verify\n': /SQLite/,
  'npm run backup': /lading-\d{8}T\d{6}Z-\S+\.backup/,
  'npm run verify -- ': /lading-\d{8}T\d{6}Z-\S+\.backup/,
  'npm run restore': /replaced-/,
  'npm run rewrap-keys': /\S/,
  'export LADING_URL': /registered: 2[\s\S]*orders\.csv/,
  'curl -sS "$LADING_URL': /"state":"imported"/,
  'BASE_URL=': /"isSuccess":false,"requestCount":1/,
}

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-manual-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('every command of the manual runs, or is known to run elsewhere', async ({ startServer, page }) => {
  test.setTimeout(300_000)
  const server = await startServer()
  await page.goto(`${server.url}/sign-in`)
  await signIn(page)
  const examples: readonly (readonly [string, string])[] = [
    ['http://127.0.0.1:3000', server.url],
    ['ldg_dk_…', await createKey(page, server.url)],
    [
      '.data/backups/lading-20261124T061720Z-0.1.0.backup',
      '"$(ls -t "$DATA_DIR"/backups/lading-2* | head -1)"',
    ],
    ['check orders.csv', `check ${ordersFile()}`],
    ['register orders.csv', `register ${ordersFile()}`],
    ['ids orders.csv', `ids ${ordersFile()}`],
    ['@orders.csv', `@${ordersFile()}`],
  ]
  const printed = new Set<string>()
  const exports = new Map<string, string>()
  for (const block of blocks) {
    const { chapter, script } = block
    const commands = script.trim().split('\n')
    const known = commands.map(command => elsewhere.find(each => each.command.test(command)))
    for (const [at, each] of known.entries()) each?.check(commands[at] ?? '')
    if (known.every(Boolean)) continue
    expect(
      known.every(each => !each),
      `a block of ${chapter} that runs in part`,
    ).toBe(true)
    if (isRestore(block)) await server.stop()
    const own = examples.reduce((text, [example, real]) => text.replaceAll(example, real), script)
    const output = await server.runShell(`${exports.get(chapter) ?? ''}\n${own}`)
    if (isRestore(block)) await server.restart()
    const kept = own.split('\n').filter(line => line.startsWith('export '))
    exports.set(chapter, [exports.get(chapter), ...kept].join('\n'))
    const expected = Object.keys(outputs).find(begin => script.startsWith(begin)) ?? 'nothing'
    expect(output, `${chapter}: ${script}`).toMatch(outputs[expected] ?? /$^/)
    printed.add(expected)
  }
  expect([...printed].toSorted()).toEqual(Object.keys(outputs).toSorted())
  // The restore ended all sessions.
  await page.goto(`${server.url}/sign-in`)
  await signIn(page)
  await page.goto(`${server.url}/settings/about`)
  await expect(page.getByRole('main')).toContainText(/Last backup\s*(now|\d+ (second|minute)s? ago)/)
})

/** A file of two orders that can be registered. */
function ordersFile(): string {
  const file = join(folder, 'orders.csv')
  if (existsSync(file)) return file
  const rows = [columns, ...freshOrders(2).map(texts => columns.map(column => texts[column] ?? ''))]
  writeFileSync(
    file,
    rows.map(row => row.map(text => `"${text.replaceAll('"', '""')}"`).join(',')).join('\r\n'),
  )
  return file
}

/** An automation key that may register. */
async function createKey(page: Page, url: string): Promise<string> {
  await confirmPasswordOn(page)
  await page.goto(`${url}/settings/keys`)
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('manual')
  await page.getByRole('combobox', { name: 'Permissions' }).click()
  await page.getByRole('option', { name: 'Send, check and register' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Key manual' })
  const key = await dialog.getByLabel('Automation key', { exact: true }).inputValue()
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
  return key
}
