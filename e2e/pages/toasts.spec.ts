import { expect, test } from '../support/fixtures'

test('what is announced after saving covers no button', async ({ operator: page }) => {
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 768 })
    await page.goto('/settings/presets')
    await page.getByRole('button', { name: 'New preset' }).click()
    await page.getByLabel('Name', { exact: true }).fill(`Box of ${width}`)
    await page.getByLabel('Sender name').fill('Hanbit')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const toast = page.locator(`[aria-label='Preset “Box of ${width}” saved.']`)
    await expect(toast).toBeVisible()
    const covered = await toast.evaluate(element => {
      const box = element.getBoundingClientRect()
      return [...document.querySelectorAll('main :is(button, a, input, [role=combobox])')]
        .filter(control => control.checkVisibility())
        .filter(control => {
          const { left, right, top, bottom } = control.getBoundingClientRect()
          return left < box.right && right > box.left && top < box.bottom && bottom > box.top
        })
        .map(control => control.outerHTML)
    })
    expect(covered, String(width)).toEqual([])
  }
})
