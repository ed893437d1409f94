import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shopCsv } from '@/testing/import/shop-csv'
import { BenchDesk } from '../lib/bench/bench-desk'
import { median, medianRatio } from '../lib/bench/median'
import { tracingTasks } from '../lib/browser/page-tasks'

// 100,000 lines of 40 columns of a shop's CSV in CP949, from the choice of the file until the grid shows all of them;
// compared with a worker of the same browser that only decodes the same bytes and splits them with papaparse. Also the
// longest task of the page meanwhile, in CPU time, so that other work of the machine does not count.

const LINES = 100_000
const ROUNDS = 3
const TASK = 50

const desk = await BenchDesk.open()
const file = join(desk.folder, 'orders.csv')
await writeFile(file, shopCsv(LINES))
try {
  const rounds = { ours: [] as number[], first: [] as number[], bare: [] as number[], task: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    rounds.bare.push(await readBare())
    const { first, all, task } = await measureImport()
    rounds.first.push(first)
    rounds.ours.push(all)
    rounds.task.push(task)
  }
  const beside = 'beside bare decoding and papaparse in a worker of the same browser'
  report(`100,000 lines of CP949 CSV until the grid shows the first, ${beside}`, rounds.first, rounds.bare)
  report(`the same until the grid shows all of them, ${beside}`, rounds.ours, rounds.bare, 2)
  report('longest task of the page meanwhile (CPU)', rounds.task, [TASK], 1)
} finally {
  await desk.close()
}

async function measureImport(): Promise<{ first: number; all: number; task: number }> {
  const page = await desk.newSheet()
  await page.evaluate(lines => {
    const shared = window as unknown as { shown: Promise<{ first: number; all: number }> }
    shared.shown = new Promise(resolve => {
      const begin = () => {
        const began = performance.now()
        let first = 0
        const look = () => {
          const rows = Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount'))
          const cell = document.querySelector('[data-column="recipient.name"]:not(:empty)')
          if (first === 0 && cell) first = performance.now() - began
          if (rows < lines || document.querySelector('[role=progressbar]')) requestAnimationFrame(look)
          else requestAnimationFrame(() => resolve({ first, all: performance.now() - began }))
        }
        requestAnimationFrame(look)
      }
      document.addEventListener('change', begin, { capture: true, once: true })
    })
  }, LINES)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload file' }).first().click(),
  ])
  // No operator has chosen a file before the network is idle.
  await page.waitForLoadState('networkidle')
  const tasks = await tracingTasks(desk.browser)
  await chooser.setFiles(file)
  const shown = await page.evaluate(
    () => (window as unknown as { shown: Promise<{ first: number; all: number }> }).shown,
  )
  const task = await tasks()
  await page.context().close()
  return { ...shown, task }
}

async function readBare(): Promise<number> {
  const page = await desk.newPage()
  await page.setContent('<input type="file">')
  const papaparse = readFileSync('node_modules/papaparse/papaparse.min.js', 'utf8')
  await page.evaluate(
    ([code, lines]) => {
      const source = `${code};onmessage = async ({ data }) => {
        const text = new TextDecoder('euc-kr', { fatal: true }).decode(await data.arrayBuffer())
        postMessage(Papa.parse(text).data.length)
      }`
      const worker = new Worker(URL.createObjectURL(new Blob([source])))
      const shared = window as unknown as { read: Promise<number> }
      shared.read = new Promise((resolve, reject) => {
        const input = document.querySelector('input')
        input?.addEventListener('change', () => {
          const began = performance.now()
          worker.onmessage = ({ data }) =>
            data > Number(lines) ? resolve(performance.now() - began) : reject(new Error(`${data} rows`))
          worker.onerror = event => reject(new Error(event.message))
          worker.postMessage(input.files?.[0])
        })
      })
    },
    [papaparse, LINES] as const,
  )
  await page.locator('input').setInputFiles(file)
  const took = await page.evaluate(() => (window as unknown as { read: Promise<number> }).read)
  await page.context().close()
  return took
}

function report(name: string, ours: readonly number[], limit: readonly number[], target?: number): void {
  const ratio = limit.length === ours.length ? medianRatio(ours, limit) : median(ours) / median(limit)
  const row = { name, ours: median(ours), limit: median(limit), ratio }
  console.log(JSON.stringify({ ...row, unit: 'ms', ...(target && { target }) }))
}
