import { block, freshOrders } from '../support/blocks'
import { expect, test } from '../support/fixtures'

test('Find marks every match on the screen, and only those, until it is closed', async ({ workbench }) => {
  const { page } = workbench
  const lines = freshOrders(3).map((texts, i) => ({
    ...texts,
    'recipient.name': ['山田 太郎', '山本 山田', '佐藤'][i] ?? '',
    'recipient.email': ['a@shop.example', 'A@shop.example', 'b@other.example'][i] ?? '',
  }))
  await workbench.paste(block(lines))
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get('find-match') ?? [])].map(range => range.toString()))
  await page.keyboard.press('Control+F')
  const field = page.getByRole('textbox', { name: 'Find', exact: true })
  await field.fill('山')
  await expect.poll(marked).toEqual(['山', '山', '山'])
  await field.fill('a@SHOP')
  await expect.poll(marked).toEqual(['a@shop', 'A@shop'])
  await page.getByRole('button', { name: 'Match case' }).click()
  await expect.poll(marked).toEqual([])
  await field.fill('shop')
  await expect.poll(async () => (await marked()).length).toBeGreaterThanOrEqual(2)
  await page.getByRole('button', { name: 'Match case' }).click()
  await field.fill('佐藤')
  await expect.poll(marked).toEqual(['佐藤'])
  await page.keyboard.press('Escape')
  await expect.poll(marked).toEqual([])
})
