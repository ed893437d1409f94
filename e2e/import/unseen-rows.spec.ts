import { row, textRow, xlsxOf } from '@/testing/files/xlsx-parts'
import { plainHeadings as headings, plainOrder as order } from '@/testing/import/plain-orders'
import { expectFlawless } from '../support/axe'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'

test('hidden rows and sheets, formulas without a result and rows of fees are reported; hidden rows are skipped, and an undo restores them', async ({
  workbench,
}) => {
  const { page } = workbench
  const files = new Files(workbench)
  const name = 'filtered.xlsx'
  await files.drop({
    name,
    bytes: xlsxOf({
      rows:
        textRow(1, headings) +
        textRow(2, order('A1')) +
        textRow(3, order('A1', '送料')) +
        textRow(4, order('A2'), 'hidden="1"') +
        textRow(5, order('A3'), 'hidden="1"') +
        row(7, '<c r="B7"><f>B2</f></c>'),
      behind: '<autoFilter ref="A1:J5"/>',
      hiddenRows: textRow(1, headings) + textRow(2, order('Z1')),
    }),
  })
  const summary = await files.importedSummary(name)
  await expect(workbench.announcement).toContainText(
    '1 formula has no saved result, so its cell is blank: B7',
  )
  await expect(summary).toContainText('1 row with a fee or discount skipped')
  await expect(summary).toContainText('2 rows are hidden in the file (rows 4, 5)')
  await expect(summary).toContainText('지난달 is a hidden sheet with orders and wasn’t imported (1 row)')
  await expect(workbench.row('A3')).toHaveCount(1)
  await expectFlawless(page, 'what is hidden in a file', {
    within: `[aria-label="Import summary of ${name}"]`,
  })

  await summary.getByRole('button', { name: `Skip them: hidden rows of ${name}` }).click()
  await expect(workbench.announcement).toContainText(`2 hidden rows of ${name} skipped.`)
  await expect(workbench.row('A1')).toHaveCount(1)
  await expect(workbench.row('A3')).toHaveCount(0)
  await expect(summary).not.toContainText('hidden in the file')
  await page.keyboard.press('Control+Z')
  await expect(workbench.row('A3')).toHaveCount(1)
  const keep = summary.getByRole('button', { name: `Keep them: hidden rows of ${name}` })
  await keep.click()
  await expect(keep).toHaveCount(0)
  await expect(workbench.row('A3')).toHaveCount(1)

  // A copied text follows the typed one, and one undo reverts both.
  const line = workbench.row('A2')
  const texts = async () => {
    await workbench.saved()
    const [, second] = await workbench.storedTexts()
    return ['zipCode', 'importerJapaneseZipCode', 'importerJapaneseName'].map(
      id => second?.[`recipient.${id}`],
    )
  }
  await workbench.write(line, 'recipient.name', '鈴木花子')
  await expect(workbench.announcement).toContainText('1 copied cell was updated too.')
  await workbench.write(line, 'recipient.zipCode', '150-0042')
  await expect(workbench.announcement).toContainText('copied cell')
  await expect.poll(texts).toEqual(['150-0042', '150-0042', '鈴木花子'])
  await page.keyboard.press('Control+Z')
  await expect.poll(texts).toEqual(['150-0041', '150-0041', '鈴木花子'])
})
