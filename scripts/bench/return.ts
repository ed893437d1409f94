import { readFile as readBytes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { readFile } from '@/lib/files/read'
import { writeXlsx } from '@/lib/files/write/xlsx'
import { shopCsv, shopHeadings, shopTexts } from '@/testing/import/shop-csv'
import { BenchDesk } from '../lib/bench/bench-desk'
import { browserBundle } from '../lib/browser/browser-bundle'
import { idle } from '../lib/browser/page-idle'
import { tracingTasks } from '../lib/browser/page-tasks'

// A draft of 100,000 lines from a shop's file of 40 columns, in which every order fails: it is downloaded, a fifth of
// its rows is corrected, and the file is dropped again. Compared with a worker of the same browser in which hucre
// writes, and reads, only the shop's table, before and after. Also the longest task of the page meanwhile, in CPU time.

const LINES = Number(process.env.BENCH_LINES ?? 100_000)
const TASK = 50
const EVERY = 5
const HEADING = '상품명'

const desk = await BenchDesk.open()
const given = join(desk.folder, 'orders.csv')
const saved = join(desk.folder, 'saved.xlsx')
await writeFile(given, shopCsv(LINES))
try {
  const page = await desk.newSheet()
  await choose(page, given)
  await page.waitForFunction(lines => {
    const rows = Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount'))
    return rows > lines && !document.querySelector('[role=progressbar]')
  }, LINES)
  await idle(page)
  const before = await writeAndReadBare()
  const out = await measured(async () => {
    const download = page.waitForEvent('download')
    await page.evaluate(pressed, ['button[aria-label="Download what fails…"]', '', true] as const)
    await (await download).saveAs(saved)
  })
  await idle(page)
  await correct()
  const compared = await measured(async () => {
    await choose(page, saved)
    await page.waitForFunction(pressed, ['[role=dialog] button', 'Apply', false] as const)
  })
  const applied = await measured(async () => {
    await page.evaluate(pressed, ['[role=dialog] button', 'Apply', true] as const)
    await page.waitForFunction(
      () =>
        !document.querySelector('[role=dialog]') &&
        document.body.textContent?.includes('corrected from saved.xlsx'),
    )
  })
  await page.context().close()
  const after = await writeAndReadBare()
  const bare = { written: (before.written + after.written) / 2, read: (before.read + after.read) / 2 }
  report(
    'download 100,000 lines of a shop’s columns as XLSX, beside a bare writing of them in a worker',
    out.took,
    bare.written,
    2,
  )
  report(
    'drop them again, a fifth corrected, until they are compared, beside a bare reading',
    compared.took,
    bare.read,
    2,
  )
  report('take the corrections over, beside the same', applied.took, bare.read)
  for (const [what, { task }] of Object.entries({ download: out, return: compared, 'taking over': applied }))
    report(`longest task of the page during the ${what} (CPU)`, task, TASK, 1)
} finally {
  await desk.close()
}

function choose(page: Page, file: string): Promise<void> {
  return page.locator('input[type=file]').first().setInputFiles(file)
}

/**
 * Runs in the page: whether this button exists, and presses it on request. Locators by role would cause long tasks in
 * the page itself.
 */
function pressed([selector, name, isPressed]: readonly [string, string, boolean]): boolean {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find(one =>
    one.textContent?.startsWith(name),
  )
  if (isPressed) found?.click()
  return found !== undefined
}

async function measured(act: () => Promise<void>): Promise<{ took: number; task: number }> {
  const tasks = await tracingTasks(desk.browser)
  const began = performance.now()
  await act()
  const took = performance.now() - began
  return { took, task: await tasks() }
}

/** Corrects a name in every fifth row, as another program would. */
async function correct(): Promise<void> {
  const read = await readFile('saved.xlsx', new Uint8Array(await readBytes(saved)))
  if (!read.ok) throw new Error(read.failure.code)
  const [shown, ...others] = read.book.tables
  const rows = shown?.rows.slice() ?? []
  const at = rows[0]?.indexOf(HEADING) ?? -1
  const edited = rows.map((row, i) => (i % EVERY === 1 ? row.with(at, `${row[at]} ${i}`) : row))
  const tables = others.map(({ name, isHidden, rows }) => ({
    name,
    isHidden,
    rows: rows.slice(),
    columns: [],
  }))
  await writeFile(saved, await writeXlsx([{ name: 'To correct', rows: edited, columns: [] }, ...tables]))
}

/** @returns how long hucre in a worker takes to write a table, and to read it again, in milliseconds */
async function writeAndReadBare(): Promise<{ written: number; read: number }> {
  const page = await desk.newPage()
  const code = await browserBundle(`
    import { readXlsx, XlsxStreamWriter } from 'hucre/xlsx'
    onmessage = async ({ data }) => {
      const [header, ...rows] = JSON.parse(await data.text())
      const began = performance.now()
      const writer = new XlsxStreamWriter({ name: 'bare', columns: header.map(header => ({ header })) })
      for (const row of rows) writer.addRow(row)
      const bytes = await writer.finish()
      const written = performance.now()
      const read = (await readXlsx(bytes)).sheets[0].rows.length
      if (read !== rows.length + 1) throw new Error(read + ' rows')
      postMessage({ written: written - began, read: performance.now() - written })
    }`)
  const table = join(desk.folder, 'table.json')
  const rows = Array.from({ length: LINES }, (_, line) => shopTexts(line))
  await writeFile(table, JSON.stringify([shopHeadings, ...rows]))
  await page.setContent('<input type="file">')
  await page.evaluate(source => {
    const worker = new Worker(URL.createObjectURL(new Blob([source])))
    const shared = window as unknown as { done: Promise<{ written: number; read: number }> }
    shared.done = new Promise((resolve, reject) => {
      const input = document.querySelector('input')
      input?.addEventListener('change', () => worker.postMessage(input.files?.[0]))
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = event => reject(new Error(event.message))
    })
  }, code)
  await page.locator('input').setInputFiles(table)
  const took = await page.evaluate(
    () => (window as unknown as { done: Promise<{ written: number; read: number }> }).done,
  )
  await page.context().close()
  return took
}

function report(name: string, ours: number, limit: number, target?: number): void {
  console.log(
    JSON.stringify({ name, ours, limit, ratio: ours / limit, unit: 'ms', ...(target && { target }) }),
  )
}
