import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { columns, freshOrders, numberOf } from '../support/blocks'
import { confirmPasswordOn } from '../support/confirm-password'
import { expect, signIn, test } from '../support/fixtures'
import { createKey } from './automation-key'

const script = fileURLToPath(new URL('../../scripts/lading.mjs', import.meta.url))

/** A proxy before the desk, in which the command dies at its requests. */
async function deadlyProxy(desk: string) {
  let child: ChildProcess | undefined
  let left = Number.POSITIVE_INFINITY
  let killsAfterResponse = false
  const server = createServer((incoming, outgoing) => {
    const isLast = --left === 0
    if (isLast && !killsAfterResponse) return void child?.kill('SIGKILL')
    const { method, headers, url = '' } = incoming
    const passed = forward(new URL(url, desk), { method, headers }, response => {
      // The desk has done what it was asked for, and the command does not learn it.
      if (isLast) return void child?.kill('SIGKILL')
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.on('error', () => passed.destroy())
    incoming.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
    /** Kills a command at its request `at`, from 1: before the desk gets it, or once the desk has responded. */
    arm(command: ChildProcess, at: number, afterResponse: boolean) {
      child = command
      left = at
      killsAfterResponse = afterResponse
    },
  }
}

test('a command that is killed at any of its requests registers nothing twice when it is called again', async ({
  startServer,
  page,
}) => {
  test.setTimeout(600_000)
  const desk = await startServer()
  await page.goto(`${desk.url}/sign-in`)
  await signIn(page)
  await confirmPasswordOn(page)
  await page.goto(`${desk.url}/settings/keys`)
  const key = await createKey(page, 'night shift')
  const proxy = await deadlyProxy(desk.url)
  const folder = mkdtempSync(join(tmpdir(), 'lading-killed-'))
  try {
    const file = join(folder, 'orders.csv')
    const command = () =>
      spawn(process.execPath, [script, 'register', file, '--connection', 'Sandbox', '--confirm', '2'], {
        env: { ...process.env, LADING_URL: proxy.url, LADING_KEY: key, LC_ALL: 'C' },
        stdio: 'ignore',
      })
    const sent: string[] = []
    let isOver = false
    for (let at = 1; !isOver; at++) {
      for (const afterResponse of [false, true]) {
        const orders = freshOrders(2)
        const rows = [columns, ...orders.map(texts => columns.map(column => texts[column] ?? ''))]
        const cells = rows.map(row => row.map(text => `"${text.replaceAll('"', '""')}"`).join(','))
        writeFileSync(file, cells.join('\r\n'))
        const killed = command()
        proxy.arm(killed, at, afterResponse)
        const [, signal] = await once(killed, 'exit')
        isOver ||= signal !== 'SIGKILL'
        const again = command()
        proxy.arm(again, Number.POSITIVE_INFINITY, false)
        expect(await once(again, 'exit')).toEqual([0, null])
        sent.push(...orders.map(numberOf))
      }
    }
    const registered = await desk.registered(sent)
    expect(registered.map(order => order.mallOrderNumber).toSorted()).toEqual(sent.toSorted())
  } finally {
    proxy.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
