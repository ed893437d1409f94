import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { tableOf } from '../support/blocks'
import { expectSpoken } from '../support/english-texts'
import { expect, test } from '../support/fixtures'
import { japanese } from './japanese'
import { korean } from './korean'
import { openNew, optionColumn, type ProductTexts } from './localized'

test.slow()

test.use({ serverFor: 'localized' })

/** The lines of a product, with one option per line. */
function linesOf(
  { code, name, options, changes }: ProductTexts['products'][number],
  { brand, axis, prices }: ProductTexts,
): Texts[] {
  const image = `https://shop.example/${code}`
  return options.map((value, at) => ({
    ...(at === 0 && {
      shopProductId: code,
      productName: name,
      brandName: brand,
      stockQuantity: '30',
      mainImage: `${image}.jpg`,
      productImages: `${image}-1.jpg`,
      productDetailImages: `${image}-2.jpg`,
      originProductUrl: image,
      'productOptionGroup[].productOptionGroupType': 'COMBINATION',
      'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': axis,
      ...prices,
    }),
    [optionColumn('productOptionName[0].productOptionName')]: value,
    [optionColumn('optionPrice')]: '0',
    [optionColumn('stockQuantity')]: '10',
    [optionColumn('shopOptionId')]: `${code}-${at + 1}`,
    [optionColumn('order')]: String(at + 1),
    [optionColumn('availablePurchaseQuantityMin')]: '1',
    [optionColumn('availablePurchaseQuantityMax')]: '5',
    ...(at === 0 && changes),
  }))
}

for (const texts of [korean, japanese])
  test.describe(() => {
    test.use(texts.browser)

    test(`in ${texts.name}, products with options are corrected and registered`, async ({ page, server }) => {
      const { language, products: expected } = texts
      const workbench = await openNew(page, texts, sheets.products)
      await expect(page.getByText(expected.pasteHere)).toBeVisible()
      await expectSpoken(page, language)
      const lines = expected.products.flatMap(product => linesOf(product, expected))
      await workbench.paste(tableOf(expected.headings, lines))
      await expect(workbench.announcement).toHaveText(expected.pasted)
      expect(await workbench.check()).toBe(expected.checked)
      await expect(workbench.failures).toHaveCount(expected.errors.length)
      await expectSpoken(page, language)

      await workbench.focus()
      await page.keyboard.press('Control+Home')
      for (const [reason, right] of expected.errors) {
        await page.keyboard.press('F8')
        await expect.poll(() => workbench.reason(workbench.active)).toBe(reason)
        await workbench.type(right)
      }
      await expect(workbench.failures).toHaveCount(0)
      expect(await workbench.register()).toBe(expected.registeredSentence)
      await expect(page.getByRole('button', { name: expected.registeredCount, exact: true })).toBeVisible()
      await expectSpoken(page, language)
      const codes = expected.products.map(product => product.code)
      expect(await server.registeredProducts(codes)).toHaveLength(codes.length)
    })
  })
