import { sampleFile } from '@/testing/import/samples/sample-file'
import { smartstoreOrdersSample } from '@/testing/import/samples/smartstore-orders'
import { expectSpoken } from './english-texts'
import { expect, test } from './fixtures'
import { korean, openNew } from './korean'
import { setDefaultsLater } from './missing-defaults'

test.slow()

test.use(korean)

/** A shop's own file, with headings that no dictionary has. */
const ownTable = [
  ['접수', '주문 번호*', '누구에게', '받는분 전화', '우편', '배송지 주소', '물건', '몇개', '한개값', '나라'],
  [
    'R-1',
    'K-1001',
    '山田太郎',
    '090-1234-5678',
    '150-0041',
    '東京都渋谷区神南1-2-3',
    '양말',
    '2',
    '12000',
    '닛뽄',
  ],
  ['R-1', 'K-1001', '', '', '', '', '모자', '1', '9000', '닛뽄'],
  [
    'R-2',
    'K-1002',
    '髙﨑花子',
    '080-9876-5432',
    '060-0001',
    '北海道札幌市中央区北1条西2',
    '가방',
    '1',
    '35000',
    '일본',
  ],
]

const csv = (rows: readonly (readonly string[])[]) => ({
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.map(row => row.join(',')).join('\r\n')),
})

test('in Korean, a Smartstore file is imported at once, and an unknown file is mapped once', async ({
  page,
}) => {
  const workbench = await openNew(page)
  const input = page.locator('input[type=file]')
  const { name } = smartstoreOrdersSample
  await input.setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(await sampleFile(smartstoreOrdersSample)),
  })
  await expect(workbench.said).toHaveText(`‘${name}’(네이버 스마트스토어)에서 주문 2건을 가져왔습니다.`)
  const summary = page.getByRole('region', { name: `${name} 가져오기 결과` })
  await expect(summary).toContainText('행 3개 → 주문 2건')
  await expect(summary).toContainText('원본 저장됨')
  await expectSpoken(page, 'ko')
  await summary.getByRole('button', { name: `${name} 가져오기 결과 닫기` }).click()
  await workbench.saved()

  await page.goto('/orders/japan/new')
  await expect(workbench.active).toBeVisible()
  await input.setInputFiles({ name: '우리가게 주문_20370301.csv', ...csv(ownTable) })
  const screen = page.getByRole('dialog', { name: '열 매핑' })
  const target = (heading: string) =>
    screen.getByRole('combobox', { name: `${heading} 매핑 대상`, exact: true })
  await expect(screen).toContainText(
    '우리가게 주문_20370301.csv: 열을 한 번만 매핑해 두면, 다음부터 같은 형식의 파일을 자동으로 가져옵니다.',
  )
  await expect(target('주문 번호*')).toHaveValue('주문번호')
  await expect(target('배송지 주소')).toHaveValue('수취인 주소(전체)')
  await expect(target('우편')).toHaveValue('수취인 우편번호')
  await expect(screen).toContainText('전체 주소로 보임(나누어 입력되므로 확인 필요)')
  for (const [heading, word] of [
    ['누구에게', '수취인명'],
    ['물건', '상품명'],
    ['몇개', '수량'],
    ['한개값', '단가'],
  ] as const) {
    await target(heading).focus()
    await page.keyboard.type(word)
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }
  await expect(target('물건')).toHaveValue('상품명')
  await expect(target('한개값')).toHaveValue('상품 단가')
  await screen.getByRole('combobox', { name: '‘닛뽄’의 의미' }).fill('일본')
  await page.keyboard.press('Tab')
  await expect(screen.getByRole('complementary')).toContainText('양말 · 모자')
  await expectSpoken(page, 'ko')
  await screen.getByRole('button', { name: '행 3개 가져오기' }).click()
  await expect(screen).toHaveCount(0)
  await expect(page.getByRole('dialog').getByRole('button', { name: '나중에', exact: true })).toBeVisible()
  await expectSpoken(page, 'ko')
  await setDefaultsLater(page, '나중에')
  await expect(workbench.row('K-1002')).toBeVisible()
  await workbench.saved()
  const stored = await workbench.storedTexts()
  expect(stored.map(texts => texts['items[].name'])).toEqual(['양말', '모자', '가방'])
  expect(stored.map(texts => texts['recipient.country'])).toEqual(['JP', undefined, 'JP'])
  await expectSpoken(page, 'ko')

  // The same headings again: no question. A new heading is asked about alone.
  await page.goto('/orders/japan/new')
  await expect(workbench.active).toBeVisible()
  await input.setInputFiles({ name: '우리가게 주문_20370302.csv', ...csv(ownTable) })
  await expect(workbench.said).toHaveText(
    '‘우리가게 주문_20370302.csv’(우리가게 주문)에서 주문 2건을 가져왔습니다.',
  )
  await workbench.saved()
  await page.goto('/orders/japan/new')
  await expect(workbench.active).toBeVisible()
  const [head = [], ...rows] = ownTable
  const renamed = [head.map(heading => (heading === '물건' ? '뭐' : heading)), ...rows]
  await input.setInputFiles({ name: '우리가게 주문_20370303.csv', ...csv(renamed) })
  const changed = page.getByRole('dialog', { name: '변경된 열이 있습니다' })
  await expect(changed).toContainText(
    '‘우리가게 주문_20370303.csv’에 저장된 매핑 ‘우리가게 주문’을 적용했습니다. 변경된 열만 매핑하세요.',
  )
  await expect(changed).toContainText('이전에 매핑한 ‘물건’ 열이 이 파일에 없음')
  await expectSpoken(page, 'ko')
  await changed.getByRole('button', { name: '취소' }).click()

  await page.goto('/settings/recipes')
  await expect(page.getByRole('row', { name: /우리가게 주문/ })).toContainText('열 10개')
  await expectSpoken(page, 'ko')
})
