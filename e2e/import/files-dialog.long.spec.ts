import { qoo10OrdersSample } from '@/testing/import/samples/orders/qoo10'
import { sampleFile } from '@/testing/import/samples/sample-file'
import { expectFlawless } from '../support/axe'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'

test('the files of a draft are listed, follow undo, and are read another way, all by keyboard', async ({
  workbench,
}) => {
  const { page } = workbench
  const { keyboard } = page
  const files = new Files(workbench)
  // 가각 in CP949 is four half-width characters in Shift_JIS.
  const letters = Uint8Array.of(0xb0, 0xa1, 0xb0, 0xa2)
  const text = (content: string) => new TextEncoder().encode(content)
  const heads = 'orderInfo.mallOrderNumber,recipient.name\r\n'
  const name = '주문 両方.csv'
  await files.drop({ name, bytes: new Uint8Array([...text(`${heads}E-1,`), ...letters, ...text('\r\n')]) })
  const choice = page.getByRole('dialog', { name: 'Choose the text encoding' })
  const summary = files.summary(name)
  await expect(choice.or(summary)).toBeVisible()
  if (await choice.isVisible()) await choice.getByRole('button', { name: 'Read as CP949' }).press('Enter')
  await expect(summary).toContainText('original saved')
  const nameIn = async () => {
    await workbench.saved()
    const stored = await workbench.storedTexts()
    return stored.find(texts => texts['orderInfo.mallOrderNumber'] === 'E-1')?.['recipient.name'] ?? ''
  }
  const first = await nameIn()

  // The file is read another way, and another file is imported; then the page is reloaded, and both steps are undone.
  await summary.getByRole('button', { name: 'Details' }).press('Enter')
  await summary.getByRole('button', { name: /^Read again as/ }).press('Enter')
  await expect(workbench.announcement).toContainText(`read again from ${name}`)
  await expect(summary).toContainText('original saved')
  const second = await nameIn()
  expect(second).not.toBe(first)
  await files.drop({ name: 'qoo10.csv', bytes: await sampleFile(qoo10OrdersSample) })
  await expect(await files.importedSummary('qoo10.csv')).toContainText('original saved')
  await workbench.saved()
  await workbench.reload()
  await workbench.focus()
  const trace = page.locator('[data-trace]')
  const traced = (letter: string) => expect(trace).toHaveAttribute('title', new RegExp(`: ${letter}(\\n|$)`))
  await keyboard.press('Control+Home')
  await keyboard.press('Control+z')
  await expect(workbench.row('88120034')).toHaveCount(0)
  await keyboard.press('Control+z')
  await expect.poll(nameIn).toBe(first)
  const cell = workbench.grid.getByRole('gridcell', { name: first, exact: true })
  await cell.click()
  await traced(first)

  // The list of its files: opened, navigated and closed by keyboard.
  const dialog = page.getByRole('dialog', { name: 'Imported files' })
  const list = async () => {
    await workbench.chooseTool('Imported files…')
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
  }
  await list()
  await expect(dialog).toContainText('1 row in the sheet')
  await expect(dialog).toContainText('None of its rows are in the sheet: undone, deleted or replaced.')
  await expectFlawless(page, 'files of a draft', { within: '[role=dialog]' })
  await keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('.grid-overlay textarea')).toBeFocused()
  await list()
  const read = dialog.getByRole('button', { name: `Re-open…: ${name}` })
  for (let tabs = 0; tabs < 8 && !(await read.evaluate(node => node === document.activeElement)); tabs++)
    await keyboard.press('Tab')
  await expect(read).toBeFocused()
  await keyboard.press('Enter')
  await expect(summary.getByRole('button', { name: 'Details' })).toBeFocused()
  await summary.getByRole('button', { name: /^Read again as/ }).press('Enter')
  await expect(workbench.announcement).toContainText(`read again from ${name}`)
  await expect.poll(nameIn).toBe(second)
  await workbench.grid.getByRole('gridcell', { name: second, exact: true }).click()
  await traced(second)
})
