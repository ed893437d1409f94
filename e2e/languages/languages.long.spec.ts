import type { Page } from 'playwright/test'
import { type Language, languages } from '@/lib/words/locale/languages'
import { expectFlawless } from '../support/axe'
import { block, freshOrders } from '../support/blocks'
import { deskPages } from '../support/desk-pages'
import { englishTexts } from '../support/english-texts'
import { expect, test } from '../support/fixtures'
import { Sheet } from '../support/grid'

const paths = [
  ...deskPages,
  '/orders/general',
  '/unknown/paste',
  '/open-api',
  '/help/connections',
  '/help/troubleshooting',
]
// Names that other journeys give their drafts are English texts.
test.use({ serverFor: 'languages' })

const widths = [1440, 1024, 390]

/** Chooses a language as an operator's browser stores it. */
async function switchLanguage(page: Page, language: Language): Promise<void> {
  await page.context().addCookies([
    {
      name: 'lading-language',
      value: language,
      url: new URL('/', await page.evaluate(() => location.href)).href,
    },
  ])
}

for (const language of languages) {
  test(`every page is in ${language}, truncates no button or heading, and axe finds no fault`, async ({
    operator,
  }) => {
    // Two dozen pages, each at three widths.
    test.slow()
    await switchLanguage(operator, language)
    const found: string[] = []
    for (const path of paths) {
      await operator.setViewportSize({ width: 1440, height: 900 })
      await operator.goto(path)
      await expect(operator.locator('html')).toHaveAttribute('lang', language)
      await expectFlawless(operator, `${path} in ${language}`)
      if (language !== 'en')
        for (const text of await englishTexts(operator)) found.push(`${path}: in English: ${text}`)
      for (const width of widths) {
        await operator.setViewportSize({ width, height: 900 })
        await expect.poll(() => cutTexts(operator), `${path} in ${language}, ${width} wide`).toEqual([])
      }
    }
    expect(found).toEqual([])
  })

  test(`the sheet and its dialogs are in ${language}, and truncate no button or heading`, async ({
    operator,
  }) => {
    await switchLanguage(operator, language)
    const sheet = await Sheet.open(operator)
    const look = async (where: string) => {
      for (const width of [1440, 1024]) {
        await operator.setViewportSize({ width, height: 900 })
        await expect.poll(() => cutTexts(operator), `${where} in ${language}, ${width} wide`).toEqual([])
      }
      if (language !== 'en') expect(await englishTexts(operator), `${where} in ${language}`).toEqual([])
    }
    await look('an empty sheet')
    await sheet.paste(block([...freshOrders(2), { ...freshOrders(1)[0], 'recipient.zipCode': '' }]))
    await look('orders with an error')
    const isNamedAsShown = (where: string) =>
      expectFlawless(operator, `${where} in ${language}`, { rules: ['label-content-name-mismatch'] })
    // On a tablet the lists beside the sheet are folded to a button with a number.
    await operator.setViewportSize({ width: 820, height: 1100 })
    await isNamedAsShown('the folded lists')
    await sheet.press('F1')
    await look('the keys')
    await sheet.press('Escape', 'Control+M')
    await expect(operator.locator('[data-field] textarea, [data-field] input').first()).toBeVisible()
    await look('the form')
    await isNamedAsShown('the form')
    await sheet.press('Control+M', 'Control+H')
    await look('find and replace')
    await sheet.press('Escape', 'Control+G')
    await look('go to')
  })

  test(`every column of a sheet is as wide as its heading in ${language}`, async ({ operator }) => {
    await switchLanguage(operator, language)
    await operator.setViewportSize({ width: 6000, height: 600 })
    for (const path of ['/orders/japan/new', '/orders/general/new', '/products/new']) {
      await Sheet.at(operator, path)
      const cut = await operator
        .locator('[data-heading]')
        .evaluateAll(headings =>
          headings
            .filter(heading =>
              [...heading.querySelectorAll('*')].some(
                part => part.clientWidth > 1 && part.scrollWidth > part.clientWidth,
              ),
            )
            .map(heading => heading.getAttribute('aria-label')),
        )
      expect(cut, path).toEqual([])
    }
  })
}

/** Buttons, headings and labels whose text does not fit. A text with its full form in `title` may be cut. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'button, [role=button], a, th, h1, h2, h3, label, legend',
    )
    return [...all]
      .filter(one => {
        if (one.closest('[role=grid]') || !one.checkVisibility({ visibilityProperty: true })) return false
        const texts = [one, ...one.querySelectorAll<HTMLElement>('*')]
        return texts.some(text => {
          const { overflowX, position } = getComputedStyle(text)
          const isShown = overflowX !== 'visible' && text.clientWidth > 1 && position !== 'absolute'
          return (
            isShown &&
            text.scrollWidth > text.clientWidth + 1 &&
            !text.closest('[title]') &&
            !text.querySelector('[title]')
          )
        })
      })
      .map(one => one.innerText || one.getAttribute('aria-label') || one.outerHTML)
  })
