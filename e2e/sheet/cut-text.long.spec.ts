import { expect, test } from '../support/fixtures'
import { beside, ITEM, NAME, NUMBER, Sheet, withPaths } from '../support/grid'

const LONG = {
  english: 'The quick brown fox jumps over the lazy dog and then over thirteen more',
  japanese: '東京都渋谷区神南一丁目二番三号グランドハイツ渋谷壱番館千二百三号室',
  korean: '한국어로 쓴 아주 긴 상품 이름입니다 정말로 길어요 길어요 길어요',
  narrow: 'i'.repeat(80),
  wide: 'ＷＷＷ'.repeat(20),
  below: 'セーター\n赤、大きいサイズ',
  emoji: '👩‍👩‍👧 a family with a name that is too long for any column of this sheet',
}

/** Texts that reach into the padding at the end of their cell, although the cell does not clip them. */
const spilt = (page: Sheet['page']): Promise<(string | null)[]> =>
  page.locator('[role=gridcell]:not(:empty):not([data-clipped])').evaluateAll(cells =>
    cells
      .filter(cell => {
        const seen = document.createRange()
        seen.selectNodeContents(cell)
        return seen.getBoundingClientRect().right > cell.getBoundingClientRect().right - 7
      })
      .map(cell => cell.textContent),
  )

test('a text that is too long for its cell ends before the next cell; screen readers and the clipboard get all of it', async ({
  operator,
}) => {
  const texts = Object.values(LONG)
  const numbers = texts.map((_, i) => `412345-20261128-000001234${i}`)
  const sheet = await Sheet.open(
    operator,
    withPaths(
      [NUMBER, NAME, ITEM],
      texts.map((text, i) => ({ [NUMBER]: numbers[i] ?? '', [NAME]: text, [ITEM]: text })),
    ),
  )
  await expect(operator.locator('.grid-root[data-measured]')).toBeVisible()
  await sheet.expectTexts(NAME, 1, texts)
  // Numbers that begin alike show their ends.
  await sheet.expectTexts(NUMBER, 1, numbers)
  const ends = [1, 2].map(row => sheet.cell(row, NUMBER).evaluate(cell => cell.lastChild?.nodeValue))
  expect(await Promise.all(ends)).toEqual(['012340', '012341'])
  expect(await spilt(operator)).toEqual([])
  const cdp = await operator.context().newCDPSession(operator)
  // The last zoom is the initial one: other tests use the same page.
  for (const zoom of [0.5, 0.9, 1.1, 1.5, 1]) {
    const size = { width: 1440, height: 900, mobile: false }
    await cdp.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: zoom })
    await expect.poll(() => operator.evaluate(() => window.devicePixelRatio)).toBeCloseTo(zoom, 3)
    await expect(operator.locator('.grid-root[data-measured]')).toBeVisible()
    expect(await spilt(operator)).toEqual([])
  }
  await cdp.send('Emulation.clearDeviceMetricsOverride')
  await cdp.detach()
  // The width of combining characters is not a sum, so the cell clips them.
  await expect(sheet.cell(7, NAME)).toHaveAttribute('data-clipped', 'true')
  await sheet.goTo(1, beside(NAME))
  await sheet.press('ArrowLeft', 'Control+C')
  expect(await operator.evaluate(() => navigator.clipboard.readText())).toBe(LONG.english)
})
