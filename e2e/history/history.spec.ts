import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import type { Page } from 'playwright/test'
import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { hydrated } from '../support/hydrated'

const NAME = '한강 카나리아'

/** The file of a menu entry of "Download order IDs". */
async function download(page: Page, item: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Download order IDs' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** Cells of the sheet of a workbook, row by row: texts by the letters of their columns. */
function cellsOf(workbook: Buffer): Map<string, string>[] {
  const end = workbook.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let at = workbook.readUInt32LE(end + 16)
  for (;;) {
    const length = workbook.readUInt16LE(at + 28)
    const name = workbook.toString('utf8', at + 46, at + 46 + length)
    const start = workbook.readUInt32LE(at + 42) + 30 + length
    if (name === 'xl/worksheets/sheet1.xml') {
      const xml = inflateRawSync(workbook.subarray(start, start + workbook.readUInt32LE(at + 20))).toString()
      return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(
        ([, row = '']) =>
          new Map(
            [...row.matchAll(/<c r="([A-Z]+)\d+"[^>]*><is><t[^>]*>([^<]*)</g)].map(([, c = '', t = '']) => [
              c,
              t,
            ]),
          ),
      )
    }
    at += 46 + length
  }
}

test('a registered order is found by name and id, shows its history, is downloaded with its ids, and is erased', async ({
  workbench,
  server,
}) => {
  const page = workbench.page
  const [one, two] = freshOrders(2)
  const lines = [{ ...one, 'recipient.name': NAME, 'recipient.addressDetail': '=1+2' }, { ...two }]
  const [number = '', other = ''] = lines.map(numberOf)
  await workbench.paste(block(lines))
  await workbench.check()
  await workbench.register()
  await workbench.saved()

  await page.getByRole('link', { name: 'History', exact: true }).click()
  // Next to the sidebar of a small screen the list fits, too.
  await page.setViewportSize({ width: 1024, height: 768 })
  const runs = page.getByRole('table', { name: 'Runs' })
  const cut = () => runs.evaluate(table => table.scrollWidth - (table.parentElement?.clientWidth ?? 0))
  await expect.poll(cut).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Registration' }).first().click()
  await expect(page.getByRole('table', { name: 'Requests' })).toContainText('All registered')
  await expect(page.getByRole('table', { name: 'Orders' })).toContainText(number)

  const csv = await download(page, 'CSV, columns in use')
  expect(csv.name).toMatch(/ order IDs\.csv$/)
  const [head = '', first = '', second = ''] = csv.bytes.toString().split('\r\n')
  expect(head.startsWith('\ufeff')).toBe(true)
  expect(head).toContain('Recipient name')
  expect(first).toContain(`${NAME},`)
  expect(first).toContain(",'=1+2,")
  const { bytes } = await download(page, 'Excel (XLSX), columns in use')
  const [headings, ...rows] = cellsOf(bytes)
  const letter = (heading: string) => [...(headings ?? [])].find(([, text]) => text === heading)?.[0] ?? ''
  const [registered] = await server.registered([number])
  expect(rows.map(row => row.get(letter('Order number (Lading)')))).toEqual([number, other])
  expect(rows[0]?.get(letter('Recipient name'))).toBe(NAME)
  expect(rows[0]?.get(letter('Recipient address detail'))).toBe('=1+2')
  expect(rows[0]?.get(letter('Status (Lading)'))).toBe('Registered')
  const orderId = rows[0]?.get(letter('Order ID (Lading)')) ?? ''
  expect(registered).toBeDefined()
  expect(first).toContain(orderId)
  expect(second).toContain(other)

  const find = async (text: string) => {
    await page.goto('/history')
    await page.getByLabel('Search orders').fill(text)
    await page.getByLabel('Search orders').press('Enter')
    await page.waitForURL(/\?q=/)
  }
  for (const text of ['강카나', orderId]) {
    await find(text)
    await expect(page.getByRole('row').filter({ hasText: number })).toContainText(NAME)
    await expect(page.getByRole('row')).toHaveCount(2)
  }
  await page.getByRole('link', { name: number, exact: true }).click()
  const life = page.getByRole('table', { name: 'Timeline' })
  await expect(life.getByRole('row').last()).toContainText('Registered')
  await expect(page.getByLabel('Recipient', { exact: true })).toContainText(NAME)
  const order = page.url()
  await life.getByRole('link', { name: 'Request' }).last().click()
  await expect(page.getByRole('textbox', { name: 'Raw response' })).toHaveValue(
    new RegExp(`"orderId": ${orderId}`),
  )

  // Who sent it, and with which credential.
  const fact = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
  await expect(fact('By')).not.toHaveText('')
  await page.getByText('Technical details').click()
  await expect(fact('Credential')).toHaveText(/^Access token ending in \S{4} · saved \w+ \d+, \d{4}$/)

  await page.goto(order)
  await hydrated(page)
  // A second parcel may follow from a released number: it is out of the way, and the number is typed.
  const more = page.getByRole('button', { name: `More: ${number}` })
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Release number…' }).press('Enter')
  const release = page.getByRole('dialog', { name: `Release number ${number}?` })
  const confirm = release.getByRole('button', { name: 'Release', exact: true })
  await release.getByRole('textbox', { name: 'Reason' }).fill('sent back')
  await expect(confirm).toBeDisabled()
  await release.getByRole('textbox', { name: `Type ${number} to confirm` }).fill(number)
  await expect(confirm).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(release).toBeHidden()

  await more.click()
  await page.getByRole('menuitem', { name: 'Erase personal data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('Personal data of this order was erased')
  await expect(page.getByRole('main')).not.toContainText(NAME)
  await find('강카나')
  await expect(page.getByRole('main')).toContainText('No orders found. Numbers match from the start.')
  await find(number)
  await expect(page.getByRole('row').filter({ hasText: orderId })).toContainText('erased')
  expect(server.log).not.toContain(NAME)
})
