import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { SCREENSHOT_SIZE } from '@/lib/manual/screenshots'
import { type Sheet, sheets } from '@/lib/sheet/schema/sheets'
import { type Language, languages } from '@/lib/words/locale/languages'
import { block, freshOrders } from '../support/blocks'
import { confirmPasswordOn } from '../support/confirm-password'
import { makeConnection } from '../support/connections'
import { expect, signIn, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

// The screens that the manual and the README show. With MANUAL_SCREENSHOTS=1 (`npm run manual-screenshots`) they are
// also written to public/manual and to docs.

test.slow()
test.use({ viewport: SCREENSHOT_SIZE, colorScheme: 'light' })

for (const language of languages)
  test(`the screens of the manual in ${language}`, async ({ page, startServer }) => {
    const t = textsOf(language)
    const server = await startServer()
    await page.goto(`${server.url}/sign-in`)
    await signIn(page)
    await confirmPasswordOn(page)
    const baseUrl = 'https://api.shipping.example'
    const credentials = { accessToken: 'access-token-of-the-manual', secretKey: 'secret-key-of-the-manual' }
    const parcels = { name: 'Hanbit Logistics', baseUrl, ...credentials }
    await makeConnection(page, parcels, { origin: server.url, environment: 'Production' })
    await page.context().addCookies([{ name: 'lading-language', value: language, url: server.url }])
    const words = {
      errors: t('workbench.failures.label'),
      check: t('workbench.check'),
      register: t('workbench.register'),
      connection: t('workbench.connection'),
      draftName: t('workbench.name'),
      pasted: '',
    }
    const openDraft = () => Workbench.open(page, `${server.url}/orders/japan/new`, undefined, words)

    const checked = await openDraft()
    await page.getByRole('button', { name: t('workbench.empty.take') }).click()
    await checked.saved()
    await checked.check()
    await expect(checked.failures.first()).toBeVisible()
    await page.keyboard.press('F8')
    await keep(page, language, 'errors')

    await simulate('drops')
    const sent = await openDraft()
    await sent.name('Qoo10 Japan')
    await sent.paste(block(freshOrders(4)))
    await sent.check()
    await sent.register()
    await expect(page.getByRole('region', { name: t('workbench.stopped.label') })).toBeVisible()
    await sent.saved()
    await simulate('behaves')

    await page.goto(`${server.url}/unknown`)
    await expect(page.getByRole('button', { name: t('unknown.copy') })).toBeVisible()
    await keep(page, language, 'unconfirmed')
    await page.goto(server.url)
    await expect(page.getByRole('region', { name: t('home.attention.title') })).toBeVisible()
    // Charts are drawn after the page.
    await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()
    await keep(page, language, 'home')
    await page.goto(`${server.url}/connections`)
    await expect(page.getByRole('rowheader', { name: 'Hanbit Logistics' })).toBeVisible()
    await keep(page, language, 'connections')

    async function simulate(mode: 'drops' | 'behaves'): Promise<void> {
      await page.goto(`${server.url}/connections`)
      const name = t(`rehearsal.modes.${mode}.name`)
      await page.getByRole('combobox', { name: t('rehearsal.label') }).click()
      await page.getByRole('option', { name, exact: true }).click()
      const started = t('rehearsal.started').replace('{name}', 'Sandbox').replace('{mode}', name)
      await expect(page.getByText(started)).toBeVisible()
    }
  })

test.describe('the README', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('the screens of the README', async ({ page, startServer }) => {
    const server = await startServer()
    await page.goto(`${server.url}/sign-in`)
    await signIn(page)
    const openSample = async (sheet: Sheet) => {
      const draft = await Workbench.open(page, `${server.url}/${sheet.id}/new`, sheet)
      await page.getByRole('button', { name: 'Fill with sample' }).click()
      await draft.saved()
      await expect(draft.failures.first()).toBeVisible()
      return draft
    }
    const orders = await openSample(sheets['orders/japan'])
    await orders.check()
    await page.keyboard.press('F8')
    await keepForReadme(page, 'screenshot')
    await openSample(sheets.products)
    await page.keyboard.press('F8')
    await page.keyboard.press('Control+M')
    await expect(page.getByRole('region', { name: 'Form', exact: true })).toBeVisible()
    await keepForReadme(page, 'products')
  })
})

/** A message of the screens by its path, as the files of words have it. */
function textsOf(language: Language): (path: string) => string {
  const messages: unknown = JSON.parse(readFileSync(`lib/words/${language}.json`, 'utf8'))
  return path => {
    const found = path.split('.').reduce((area, name) => (area as Record<string, unknown>)[name], messages)
    if (typeof found !== 'string') throw new Error(`There is no message ${path}.`)
    return found
  }
}

/** Takes a picture of a page that has come to rest, and writes it if asked to. */
async function keep(page: Page, language: Language, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const webp = await page.evaluate(webpOf, png.toString('base64'))
  expect(webp.length).toBeGreaterThan(10_000)
  if (!process.env.MANUAL_SCREENSHOTS) return
  mkdirSync(`public/manual/${language}`, { recursive: true })
  writeFileSync(`public/manual/${language}/${name}.webp`, Buffer.from(webp, 'base64'))
}

/** Takes a picture for the README, as PNG, which every viewer of Markdown shows, and writes it if asked to. */
async function keepForReadme(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  expect(png.length).toBeGreaterThan(10_000)
  if (process.env.MANUAL_SCREENSHOTS) writeFileSync(`docs/${name}.png`, png)
}

/** A picture as WebP, both in base64: a quarter of the bytes. */
async function webpOf(png: string): Promise<string> {
  const bytes = Uint8Array.from(atob(png), character => character.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(image.width, image.height)
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 })
  const webp = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(webp, byte => String.fromCharCode(byte)).join(''))
}
