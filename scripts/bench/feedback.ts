import type { Page } from 'playwright'
import { formatTsv } from '@/lib/sheet/codecs/tsv'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { BenchDesk } from '../lib/bench/bench-desk'
import { firstChange } from '../lib/browser/first-change'
import { idle } from '../lib/browser/page-idle'

// How long an operator waits for a sign that a key press or click was noticed, in a draft of 30,000 lines (or
// BENCH_LINES) of the built desk: from the browser's own time of the key or the click until the frame after the first
// change of the page, beside 100 ms. At the end, how long a registered draft takes to show its first order ID. Elapsed
// time, so other work of the machine counts.

const LINES = Number(process.env.BENCH_LINES ?? 30_000)
const LIMIT = 100
const FIRST_ID = 1000

const ids = sheets['orders/japan'].columns.map(column => column.id)
const orders = sampleOrders(LINES, 100_000).map((texts, i) =>
  i % 10 === 0 ? { ...texts, 'recipient.name': '' } : texts,
)
const block = formatTsv([ids, ...orders.map(texts => ids.map(id => texts[id] ?? ''))])

const desk = await BenchDesk.open()
try {
  const page = await desk.newSheet()
  const press = (key: string) => () => page.keyboard.press(key)
  const click = (name: string | RegExp) => () =>
    page.getByRole('button', { name, exact: true }).first().click()
  await page.getByRole('gridcell').first().click()
  await page.evaluate(text => navigator.clipboard.writeText(text), block)

  await measured(page, `paste ${LINES} lines`, press('Control+V'))
  await measured(page, 'undo the paste', press('Control+Z'))
  await measured(page, 'redo it', press('Control+Y'))
  await measured(page, 'sort by number', async () => {
    const heading = page.locator('[role=columnheader][aria-sort]').first()
    await heading.hover()
    await heading.getByRole('button').first().click()
  })
  await measured(page, 'undo the sort', press('Control+Z'))
  await measured(page, 'show only orders with errors', click(/^Errors/))
  await measured(page, 'show all again', click(/^All/))
  await page.getByRole('gridcell').first().click()
  await measured(page, 'open the search', press('Control+K'))
  await measured(page, 'close it', press('Escape'))
  await measured(page, 'open find and replace', press('Control+F'))
  await press('Escape')()
  await page.getByRole('gridcell').first().click()
  await press('Control+A')()
  await measured(page, `copy ${LINES} lines`, press('Control+C'))
  for (const [name, key] of [
    ['clear', 'Delete'],
    ['cut', 'Control+X'],
  ] as const) {
    await press('Control+A')()
    await measured(page, `${name} ${LINES} lines`, press(key))
    await measured(page, `undo it (${name})`, press('Control+Z'))
  }
  const selectColumn = async () => {
    await page.locator('[role=gridcell][data-column="recipient.name"]').nth(1).click()
    await press('Control+ ')()
  }
  await selectColumn()
  await measured(page, `fill ${LINES} cells down`, press('Control+D'))
  await measured(page, 'undo it (fill)', press('Control+Z'))
  await selectColumn()
  await measured(page, `clear a column of ${LINES} cells`, press('Delete'))
  const setAll = new RegExp(`^Set all ${LINES.toLocaleString('en')}$`)
  const panel = page.getByRole('region', { name: 'Errors' })
  await panel.getByRole('textbox', { name: 'New value for all: Recipient name' }).fill('山田花子')
  await panel.getByRole('button', { name: setAll }).click()
  await measured(page, `set all ${LINES} cells`, () =>
    page.getByRole('dialog').getByRole('button', { name: setAll }).click(),
  )
  await measured(page, 'undo it (set all)', press('Control+Z'))
  await measured(page, 'undo the clearing', press('Control+Z'))
  await page.getByRole('gridcell').first().click()
  await press('Control+A')()
  await measured(page, `remove ${LINES} lines`, press('Control+Alt+-'))
  await measured(page, 'undo the removal', press('Control+Z'))
  await measured(page, 'press Check', click('Check'))
  await measured(page, 'press Register', click('Register'))

  await idle(page)
  const list = await page.context().newPage()
  const open = () => list.locator('tbody a').first().click()
  await list.goto(`${desk.url}/orders/japan`)
  await measured(list, 'open the draft from the list', open)
  await list.goto(`${desk.url}/orders/japan`)
  const firstId = await firstChange(list, '[role=gridcell][data-column=orderId]:not(:empty)')
  await open()
  report(
    `open a registered draft of ${LINES} lines, until its first order ID`,
    (await firstId()).took,
    FIRST_ID,
  )
} finally {
  await desk.close()
}

async function measured(page: Page, name: string, act: () => Promise<void>): Promise<void> {
  await idle(page)
  const change = await firstChange(page)
  await act()
  const { took, what } = await change()
  console.log(`${name}: ${what}`)
  report(`first sign after: ${name}`, took, LIMIT)
}

function report(name: string, ours: number, limit: number): void {
  console.log(JSON.stringify({ name, ours, limit, unit: 'ms', target: 1 }))
}
