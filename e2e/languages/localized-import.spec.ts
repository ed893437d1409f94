import { sampleFile } from '@/testing/import/samples/sample-file'
import { setDefaultsLater } from '../import/missing-defaults'
import { expectSpoken } from '../support/english-texts'
import { expect, test } from '../support/fixtures'
import { japanese } from './japanese'
import { korean } from './korean'
import { openNew } from './localized'

test.slow()

test.use({ serverFor: 'localized' })

const csv = (name: string, rows: readonly (readonly string[])[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.map(row => row.join(',')).join('\r\n')),
})

for (const texts of [korean, japanese])
  test.describe(() => {
    test.use(texts.browser)

    test(`in ${texts.name}, a ${texts.file.marketplace} file is imported at once, and an unknown file is mapped once`, async ({
      page,
    }) => {
      const { language, file } = texts
      const { sample } = file
      const workbench = await openNew(page, texts)
      const input = page.locator('input[type=file]')
      await input.setInputFiles({
        name: sample.name,
        mimeType: sample.kind === 'text' ? 'text/csv' : 'application/octet-stream',
        buffer: Buffer.from(await sampleFile(sample)),
      })
      await expect(workbench.announcement).toHaveText(file.sampleImported)
      const summary = page.getByRole('region', { name: file.summary })
      for (const text of file.counts) await expect(summary).toContainText(text)
      await expectSpoken(page, language)
      await summary.getByRole('button', { name: file.close }).click()
      await workbench.saved()

      await page.goto('/orders/japan/new')
      await expect(workbench.active).toBeVisible()
      const [firstName, secondName, thirdName] = file.fileNames
      await input.setInputFiles(csv(firstName, file.table))
      const screen = page.getByRole('dialog', { name: file.mapping })
      const targetOf = (heading: string) =>
        screen.getByRole('combobox', { name: file.mappingOf(heading), exact: true })
      await expect(screen).toContainText(file.mapOnce)
      for (const [heading, target] of file.guessed) await expect(targetOf(heading)).toHaveValue(target)
      await expect(screen).toContainText(file.looksLikeAddress)
      for (const [heading, typed] of file.chosen) {
        await targetOf(heading).selectText()
        await page.keyboard.type(typed)
        await page.getByRole('option').first().waitFor()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await page.keyboard.press('Tab')
      }
      for (const [heading, , target] of file.chosen) await expect(targetOf(heading)).toHaveValue(target)
      await screen.getByRole('combobox', { name: file.meaning }).fill(file.country)
      await page.keyboard.press('Tab')
      await expect(screen.getByRole('complementary')).toContainText(file.firstItems)
      await expectSpoken(page, language)
      await screen.getByRole('button', { name: file.importRows }).click()
      await expect(screen).toHaveCount(0)
      await expect(
        page.getByRole('dialog').getByRole('button', { name: file.later, exact: true }),
      ).toBeVisible()
      await expectSpoken(page, language)
      await setDefaultsLater(page, file.later)
      await expect(workbench.row(file.lastNumber)).toBeVisible()
      await workbench.saved()
      const stored = await workbench.storedTexts()
      expect(stored.map(line => line['items[].name'])).toEqual(file.itemNames)
      expect(stored.map(line => line['recipient.country'])).toEqual(['JP', undefined, 'JP'])
      expect(stored.map(line => line['recipient.state'])).toEqual(['東京都', undefined, '北海道'])
      await expectSpoken(page, language)

      // The same headings again: no question. With a new heading, only that heading is asked about.
      await page.goto('/orders/japan/new')
      await expect(workbench.active).toBeVisible()
      await input.setInputFiles(csv(secondName, file.table))
      await expect(workbench.announcement).toHaveText(file.importedAgain)
      await workbench.saved()
      await page.goto('/orders/japan/new')
      await expect(workbench.active).toBeVisible()
      const [head = [], ...rows] = file.table
      const [from, to] = file.renamed
      const renamed = [head.map(heading => (heading === from ? to : heading)), ...rows]
      await input.setInputFiles(csv(thirdName, renamed))
      const changed = page.getByRole('dialog', { name: file.changed })
      await expect(changed).toContainText(file.changedHint)
      await expect(changed).toContainText(file.gone)
      await expectSpoken(page, language)
      await changed.getByRole('button', { name: file.cancel }).click()

      await page.goto('/settings/recipes')
      await expect(page.getByRole('row', { name: file.recipe })).toContainText(file.recipeColumns)
      await expectSpoken(page, language)
    })
  })
