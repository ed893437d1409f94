import type { Page } from 'playwright'
import { formatTsv } from '@/lib/sheet/codecs/tsv'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { BenchDesk } from '../lib/bench/bench-desk'
import { median } from '../lib/bench/median'

// Pasting 10,000 lines of all columns through the real clipboard into the real desk, until the first and then every
// cell is correct on the screen; compared with a plain page that only splits the same text and paints the lines in
// view.

const LINES = 10_000
const ROUNDS = 5

const ids = sheets['orders/japan'].columns.map(column => column.id)
const block = formatTsv([ids, ...sampleOrders(LINES, 100_000).map(texts => ids.map(id => texts[id] ?? ''))])

const desk = await BenchDesk.open()
try {
  const ours: number[] = []
  const judged: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await pasteBare())
    const { painted, done } = await pasteOurs()
    ours.push(painted)
    judged.push(done)
  }
  report('paste 10,000 lines × 42 columns until painted', median(ours), median(bare))
  report('the same until every cell is judged', median(judged), median(bare))
} finally {
  await desk.close()
}

async function pasteOurs(): Promise<{ painted: number; done: number }> {
  const page = await desk.newSheet()
  await page.getByRole('gridcell').first().click()
  // The last order's number is in the last line; the count of orders is in the bar.
  await watch(page, `${LINES} orders`, 'recipient.name')
  await page.keyboard.press('Control+V')
  const painted = await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
  const began = await page.evaluate(() => (window as unknown as { began: number }).began)
  await page.getByRole('button', { name: new RegExp(`^Not checked ${LINES}$`) }).waitFor({ timeout: 60_000 })
  const done = (await page.evaluate(() => performance.now())) - began
  await page.context().close()
  return { painted, done }
}

async function pasteBare(): Promise<number> {
  const page = await desk.newPage()
  await page.setContent('<p id="count"></p><div id="lines"></div><textarea autofocus></textarea>')
  await page.evaluate(() => {
    document.querySelector('textarea')?.focus()
    document.addEventListener('paste', event => {
      event.preventDefault()
      const rows = (event.clipboardData?.getData('text/plain') ?? '').split('\n').map(row => row.split('\t'))
      const lines = document.querySelector('#lines')
      for (const row of rows.slice(1, 31)) {
        const line = document.createElement('div')
        for (const text of row.slice(0, 12))
          line.appendChild(document.createElement('span')).textContent = text
        line.firstElementChild?.setAttribute('data-column', 'recipient.name')
        lines?.append(line)
      }
      const count = document.querySelector('#count')
      if (count) count.textContent = `${rows.length - 1} orders`
    })
  })
  await watch(page, `${LINES} orders`, 'recipient.name')
  await page.keyboard.press('Control+V')
  const painted = await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
  await page.context().close()
  return painted
}

/** From the trusted paste event to the frame after the count and the first line are in the page. */
async function watch(page: Page, count: string, column: string): Promise<void> {
  await page.evaluate(text => navigator.clipboard.writeText(text), block)
  await page.evaluate(
    ([wanted, id]) => {
      const shared = window as unknown as { painted: Promise<number>; began: number }
      shared.painted = new Promise(resolve => {
        const begin = () => {
          shared.began = performance.now()
          const look = () => {
            const cell = document.querySelector(`[data-column="${id}"]:not(:empty)`)
            const isShown = document.body.textContent?.replaceAll(',', '').includes(wanted ?? '')
            if (cell && isShown) requestAnimationFrame(() => resolve(performance.now() - shared.began))
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        }
        window.addEventListener('paste', begin, { capture: true, once: true })
      })
    },
    [count, column],
  )
}

function report(name: string, ours: number, limit: number): void {
  console.log(JSON.stringify({ name, ours, limit, unit: 'ms' }))
}
