import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { sampleFile } from '@/testing/import/samples/sample-file'
import { smartstoreOrdersSample } from '@/testing/import/samples/smartstore-orders'
import { freshOrders, NUMBER, numberOf, tableOf } from './blocks'
import { Clock } from './clock'
import { expectSpoken } from './english-texts'
import { expect, signOut, test } from './fixtures'
import { setDefaultsLater } from './missing-defaults'
import { operatorAccount } from './server'
import { Workbench, type WorkbenchWords } from './workbench'

test.slow()

// The browser itself reports every response of 401 and 429.
test.use({
  serverFor: 'korean',
  locale: 'ko-KR',
  timezoneId: 'Asia/Seoul',
  expectedErrors: [/status of (401|429)/],
})

const words: WorkbenchWords = {
  errors: '오류',
  check: '검증',
  register: '등록',
  connection: '연동',
  draftName: '작업 이름',
  pasted: '붙여넣었습니다',
}

/** The headings of a Korean table, with their columns. */
const headings: readonly (readonly [heading: string, column: string])[] = [
  ['주문번호', NUMBER],
  ['인코텀즈', 'orderInfo.incoterms'],
  ['국내 송장번호', 'orderInfo.domesticShippingNumber'],
  ['수출신고 여부', 'orderInfo.isExportDeclaration'],
  ['수출목적', 'orderInfo.exportPurpose'],
  ['창고', 'warehouseId'],
  ['수취인 국가', 'recipient.country'],
  ['수취인명', 'recipient.name'],
  ['수취인 연락처', 'recipient.contact'],
  ['수취인 우편번호', 'recipient.zipCode'],
  ['수취인 도도부현', 'recipient.state'],
  ['수취인 시구정촌', 'recipient.city'],
  ['수취인 주소', 'recipient.address'],
  ['수취인 상세주소', 'recipient.addressDetail'],
  ['수입자명(일본어)', 'recipient.importerJapaneseName'],
  ['수입자 우편번호', 'recipient.importerJapaneseZipCode'],
  ['수입자 도도부현(일본어)', 'recipient.importerJapaneseState'],
  ['수입자 시구정촌(일본어)', 'recipient.importerJapaneseCity'],
  ['수입자 주소(일본어)', 'recipient.importerJapaneseAddress'],
  ['발송인명', 'sender.name'],
  ['발송인 연락처', 'sender.contact'],
  ['포장 중량', 'packageInfo.actualWeight'],
  ['박스 수', 'packageInfo.quantity'],
  ['상품명', 'items[].name'],
  ['상품 수량', 'items[].quantity'],
  ['상품 단가', 'items[].price'],
  ['통화', 'items[].currency'],
  ['상품 중량', 'items[].actualWeight'],
  ['원산지', 'items[].originCountry'],
  ['상품 이미지 URL', 'items[].imageUrl'],
  ['상품코드', 'items[].itemCode'],
  ['HS코드', 'items[].hscode'],
  ['상품소재', 'items[].material'],
  ['상품 URL', 'items[].itemUrl'],
]

/**
 * An error to fix: the position of its order in the table, its cell, the wrong text, the shown sentence, the correct
 * text.
 */
const spoiled: [at: number, column: string, text: string, reason: string, right?: string][] = [
  [0, 'recipient.zipCode', '', '필수 항목입니다. 값을 입력하세요.'],
  [2, 'items[].price', '1O,500', '‘1O,500’은 올바른 숫자가 아닙니다. 12500과 같이 숫자만 입력하세요.'],
  [4, 'items[].quantity', '1.5', '‘1.5’는 정수가 아닙니다. 2와 같이 소수점 없이 입력하세요.'],
  [
    6,
    'orderInfo.isExportDeclaration',
    '글쎄',
    '‘글쎄’는 입력할 수 없습니다. ‘예’ 또는 ‘아니요’를 입력하세요.',
    '예',
  ],
  // Only the service detects this error.
  [
    8,
    'warehouseId',
    '77',
    '창고의 ‘77’은 배송 API에서 사용할 수 없는 값입니다. 배송사가 배정한 창고 ID를 입력하세요(예: 1).',
  ],
]

/** Signs in on a page that asks for it. */
async function signIn(page: Page, account = operatorAccount): Promise<void> {
  await page.getByLabel('이메일', { exact: true }).fill(account.email)
  await page.getByLabel('비밀번호', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: '로그인', exact: true }).click()
  await page.waitForURL(url => url.pathname !== '/sign-in')
}

async function choose(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: choice, exact: true }).click()
}

/** Signs in and opens an empty draft of a sheet. */
async function openNew(page: Page, sheet = sheets['orders/japan']): Promise<Workbench> {
  await page.goto(`/${sheet.id}/new`)
  await signIn(page)
  const workbench = new Workbench(page, sheet, words)
  await expect(workbench.active).toBeVisible()
  return workbench
}

test('in Korean, orders are pasted, corrected, checked, registered at half past midnight in Seoul, and found in the history', async ({
  page,
  context,
  startServer,
}) => {
  // Half an hour into the second day of March in Seoul; in UTC it is the first.
  const clock = new Clock('2037-03-02T00:30:00+09:00')
  await clock.set(context)
  const server = await startServer({ SANDBOX_WAREHOUSES: '1,2', ...clock.variables })
  await page.goto(`${server.url}/orders/japan/new`)
  await expect(page).toHaveTitle('로그인 · Lading')
  await expectSpoken(page, 'ko')
  await signIn(page)

  const workbench = new Workbench(page, undefined, words)
  await expect(page.getByText('여기에 주문을 붙여넣으세요')).toBeVisible()
  await expect(page.getByText('아직 주문이 없나요?')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '작업 이름' })).toHaveValue('2037년 3월 2일')
  await expectSpoken(page, 'ko')

  const orders: Texts[] = freshOrders(10).map(order => ({
    ...order,
    'orderInfo.isExportDeclaration': '아니요',
    'orderInfo.exportPurpose': '상업용',
    'recipient.country': '일본',
  }))
  const pasted = orders.map((order, at) => {
    const wrong = spoiled.filter(([place]) => place === at).map(([, column, text]) => [column, text])
    return { ...order, ...Object.fromEntries(wrong) }
  })
  await workbench.name('3월 첫 주문')
  await workbench.paste(tableOf(headings, pasted))
  await expect(workbench.said).toHaveText(
    '열 제목에 맞춰 행 10개를 붙여넣었습니다. 텍스트 29개가 코드로 바뀌었습니다(예: ‘일본’ → JP).',
  )
  await expect(workbench.failures).toHaveCount(4)
  await expectSpoken(page, 'ko')

  expect(await workbench.check()).toBe(
    '주문 10건 중 5건이 검증을 통과했습니다. 1건에 오류가 있습니다. 그 외 오류가 있는 4건은 제외했습니다.',
  )
  await expect(workbench.failures).toHaveCount(spoiled.length)
  await expectSpoken(page, 'ko')
  await workbench.focus()
  await page.keyboard.press('Control+Home')
  for (const [i, [at, column, , reason, right]] of spoiled.entries()) {
    await page.keyboard.press('F8')
    await expect.poll(() => workbench.where()).toEqual({ number: numberOf(orders[at]), column })
    expect(await workbench.reason(workbench.active)).toContain(reason)
    await workbench.type(right ?? orders[at]?.[column] ?? '')
    await expect(workbench.failures).toHaveCount(spoiled.length - i - 1)
  }
  const declared = await workbench.goTo(workbench.row(numberOf(orders[6])), 'orderInfo.isExportDeclaration')
  await expect(declared).toHaveText('예')
  expect(await workbench.check()).toBe('주문 10건이 검증을 통과했습니다.')
  expect(await workbench.register()).toBe('주문 10건을 등록했습니다.')
  await expect(page.getByRole('button', { name: '등록 완료 10', exact: true })).toBeVisible()
  expect((await workbench.lines()).map(line => line.sign)).toEqual(orders.map(() => '등록 완료'))
  await expectSpoken(page, 'ko')

  // The order was registered on the second of March, whatever the server's day.
  await page.getByRole('link', { name: '이력', exact: true }).click()
  const runs = page.getByRole('table', { name: '실행 내역', exact: true })
  const registration = runs.getByRole('row').filter({ hasText: '등록 10건' })
  await expect(registration).toContainText(/2037년 3월 2일\s*00:3\d:\d\d/)
  await expect(registration).toContainText('완료')
  await expect(runs.getByRole('row').filter({ hasText: '오류 1건' })).toContainText('검증')
  await expectSpoken(page, 'ko')
  const day = page.getByLabel('날짜', { exact: true })
  await day.fill('2037-03-01')
  await expect(page.getByText('조건에 맞는 실행 내역이 없습니다.')).toBeVisible()
  await day.fill('2037-03-02')
  await registration.getByRole('link', { name: '등록', exact: true }).click()
  await expect(page.getByRole('heading', { name: '3월 첫 주문 등록 내역' })).toBeVisible()
  await expect(page.getByRole('table', { name: '요청' })).toContainText('모두 등록 완료')
  await expectSpoken(page, 'ko')

  await page.getByRole('button', { name: '주문 ID 다운로드' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV, 사용 중인 열' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('3월 첫 주문 주문 ID.csv')
  const [head = '', first = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  const own = head.replace(/^\ufeff/, '').split(',')
  expect(own.slice(0, -7).toSorted()).toEqual(headings.map(([heading]) => heading).toSorted())
  expect(own.slice(-7)).toEqual([
    '주문번호 (Lading)',
    '주문 ID (Lading)',
    '상태 (Lading)',
    '연동 (Lading)',
    '등록 일시 (Lading)',
    'API 행 (Lading)',
    '개인정보 삭제일 (Lading)',
  ])
  expect(first).toMatch(/,등록 완료,Sandbox,2037-03-02 00:3\d:\d\d,0,$/)

  await page.getByRole('link', { name: '이력', exact: true }).click()
  const search = page.getByRole('searchbox', { name: '주문 검색' })
  await search.fill('없는 이름')
  await search.press('Enter')
  await expect(page.getByRole('main')).toContainText(
    '검색 결과가 없습니다. 번호는 앞자리부터, 이름은 두 글자(영문은 세 글자) 이상 입력하세요.',
  )
  await search.fill('田太')
  await search.press('Enter')
  await expect(page.getByText('‘田太’ 검색 결과 2건')).toBeVisible()
  await expectSpoken(page, 'ko')
  await page.getByRole('link', { name: numberOf(orders[0]), exact: true }).click()
  const life = page.getByRole('table', { name: '처리 내역' }).getByRole('row')
  await expect(life.last()).toContainText(/2037년 3월 2일 00:3\d:\d\d등록 완료API가 주문 ID로 등록 확인/)
  await expect(page.getByLabel('수취인', { exact: true })).toContainText('수취인 국가JP 일본')
  await expect(page.getByLabel('주문', { exact: true })).toContainText('수출신고 여부아니요')
  await expectSpoken(page, 'ko')
})

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

test('in Korean, orders that a lost response left unconfirmed are resolved by id and by a list of the console', async ({
  page,
  server,
  faults,
}) => {
  const workbench = await openNew(page)
  await page.goto('/connections')
  await page.getByRole('button', { name: '새 연동' }).click()
  await page.getByLabel('이름', { exact: true }).fill('한국 배송사')
  await page.getByLabel('기본 URL', { exact: true }).fill(faults.url)
  const { accessToken, secretKey } = await server.issueCredentials('ko')
  await page.getByLabel('액세스 토큰', { exact: true }).fill(accessToken)
  await page.getByLabel('시크릿 키', { exact: true }).fill(secretKey)
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await expect(page.getByText('한국 배송사를 저장했습니다.')).toBeVisible()
  await expectSpoken(page, 'ko')

  await page.goto('/orders/japan/new')
  await workbench.choose('한국 배송사')
  const orders = freshOrders(4)
  const [first = '', second = '', third = '', fourth = ''] = orders.map(numberOf)
  await workbench.name('끊긴 등록')
  await workbench.paste(tableOf(headings, orders))
  expect(await workbench.check()).toBe('주문 4건이 검증을 통과했습니다.')
  await faults.set({ kind: 'drop' }, '/orders/japan')
  expect(await workbench.register()).toContain(
    '미확인 주문 4건: 전송했지만 등록 여부를 확인하지 못했습니다. 다시 보내기 전에 배송사에 문의하세요.',
  )
  await faults.set({ kind: 'pass' })
  await expect(page.getByRole('link', { name: /^미확인 미확인 4건$/ })).toBeVisible()
  await expectSpoken(page, 'ko')
  const sheet = page.url()
  const ids = new Map(
    (await server.registered(orders.map(numberOf))).map(one => [one.mallOrderNumber, one.orderId]),
  )

  await page
    .getByRole('region', { name: '전송되지 않는 이유' })
    .getByRole('link', { name: '미확인 건 확인 처리' })
    .click()
  await expect(page.getByText('미확인 4건 · 요청 1건')).toBeVisible()
  await expectSpoken(page, 'ko')
  const request = page.getByRole('link', { name: /끊긴 등록/ }).first()
  await request.click()
  await expect(request).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('응답을 받기 전에 연결이 끊겼습니다.')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^\d+분 \d+초 후 ‘미등록’ 선택 가능$/)
  await expect(page.getByRole('button', { name: `미등록: ${first}` })).toBeDisabled()
  await expect(page.getByRole('button', { name: '모두 미등록…' })).toBeDisabled()
  await expectSpoken(page, 'ko')

  const field = page.getByLabel(`${first}의 주문 ID`)
  await field.fill('12a')
  await field.press('Enter')
  await expect(
    page.getByText('‘12a’는 올바른 주문 ID가 아닙니다. 19자리 이하의 숫자를 입력하세요.'),
  ).toBeVisible()
  await field.fill(ids.get(first) ?? '')
  await field.press('Enter')
  await expect(field).toHaveCount(0)

  await page.getByRole('group', { name: '요청 전체' }).getByRole('link', { name: '목록 붙여넣기…' }).click()
  const list = page.getByRole('textbox', { name: '목록' })
  const lines = ['주문번호\t주문 ID', `${second}\t${ids.get(second)}`, `${third}\t`]
  await list.fill([...lines, `${fourth}\t${ids.get(first)}`].join('\n'))
  await page.getByRole('button', { name: '미리보기' }).click()
  await expect(page.getByText('등록됨(주문 ID 있음): 1건')).toBeVisible()
  await expect(page.getByText('등록됨(주문 ID 없음): 1건')).toBeVisible()
  await expect(page.getByText('불일치(적용 안 함): 1건')).toBeVisible()
  const taken = ids.get(first) ?? ''
  const particle = /[013678]$/.test(taken) ? '은' : '는'
  await expect(page.getByText(`${taken}${particle} 이미 주문 ‘${first}’의 ID임`)).toBeVisible()
  await expectSpoken(page, 'ko')
  await list.fill([second, third, fourth].map(number => `${number},${ids.get(number)}`).join('\n'))
  await page.getByRole('button', { name: '미리보기' }).click()
  await page.getByRole('button', { name: '주문 3건 확인 처리' }).click()
  await expect(page.getByText('3건을 등록됨으로 기록했습니다.')).toBeVisible()
  await expectSpoken(page, 'ko')

  await page.goto(sheet)
  await expect
    .poll(async () => (await workbench.lines()).map(line => line.orderId))
    .toEqual(orders.map(order => ids.get(numberOf(order))))
})

/** The headings of a table of products with options. */
const option = (name: string) => `productOptionGroup[].productOption[].${name}`
const productHeadings = [
  ['상품코드', 'shopProductId'],
  ['상품명', 'productName'],
  ['브랜드', 'brandName'],
  ['정가', 'productPrice'],
  ['할인가', 'discountedProductPrice'],
  ['상품 재고수량', 'stockQuantity'],
  ['대표이미지 URL', 'mainImage'],
  ['추가이미지 URL', 'productImages'],
  ['상세이미지 URL', 'productDetailImages'],
  ['상품 URL', 'originProductUrl'],
  ['국내배송비', 'domesticShippingPrice'],
  ['무료배송 기준금액', 'freeDomesticShippingPriceCondition'],
  ['옵션형태', 'productOptionGroup[].productOptionGroupType'],
  ['옵션명1', 'productOptionGroup[].productOptionGroupName[0].productOptionGroupName'],
  ['옵션값1', option('productOptionName[0].productOptionName')],
  ['옵션가', option('optionPrice')],
  ['옵션 재고수량', option('stockQuantity')],
  ['옵션코드', option('shopOptionId')],
  ['옵션 순서', option('order')],
  ['최소 구매수량', option('availablePurchaseQuantityMin')],
  ['최대 구매수량', option('availablePurchaseQuantityMax')],
] as const

/** A product with one option per value. */
function product(code: string, name: string, values: readonly string[], changes: Texts = {}): Texts[] {
  const image = `https://shop.example/${code}`
  return values.map((value, at) => ({
    ...(at === 0 && {
      shopProductId: code,
      productName: name,
      brandName: '한빛상회',
      productPrice: '18900',
      discountedProductPrice: '15000',
      stockQuantity: '30',
      mainImage: `${image}.jpg`,
      productImages: `${image}-1.jpg`,
      productDetailImages: `${image}-2.jpg`,
      originProductUrl: image,
      domesticShippingPrice: '3000',
      freeDomesticShippingPriceCondition: '50000',
      'productOptionGroup[].productOptionGroupType': 'COMBINATION',
      'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': '색상',
      ...changes,
    }),
    [option('productOptionName[0].productOptionName')]: value,
    [option('optionPrice')]: '0',
    [option('stockQuantity')]: '10',
    [option('shopOptionId')]: `${code}-${at + 1}`,
    [option('order')]: String(at + 1),
    [option('availablePurchaseQuantityMin')]: '1',
    [option('availablePurchaseQuantityMax')]: '5',
  }))
}

test('in Korean, products with options are corrected and registered', async ({ page, server }) => {
  const workbench = await openNew(page, sheets.products)
  await expect(page.getByText('여기에 상품을 붙여넣으세요')).toBeVisible()
  await expectSpoken(page, 'ko')
  const lines = [
    ...product('KP-1', '울 비니', ['블랙', '블랙']),
    ...product('KP-2', '가죽 반지갑', ['네이비', '네이비']),
    ...product('KP-3', '리넨 앞치마', ['화이트', '베이지'], { discountedProductPrice: '21000' }),
    ...product('KP-4', '도자기 컵', ['청자', '백자']),
  ]
  await workbench.paste(tableOf(productHeadings, lines))
  await expect(workbench.said).toHaveText('열 제목에 맞춰 행 8개를 붙여넣었습니다.')
  expect(await workbench.check()).toBe('등록 가능 1개, 오류 3개입니다.')
  await expect(workbench.failures).toHaveCount(3)
  await expectSpoken(page, 'ko')

  await workbench.focus()
  await page.keyboard.press('Control+Home')
  const change = '하나를 변경하거나 이 행을 삭제하세요.'
  for (const [reason, right] of [
    [`이 상품에 옵션 ‘블랙’이 중복되었습니다. ${change}`, '그레이'],
    [`이 상품에 옵션 ‘네이비’가 중복되었습니다. ${change}`, '카키'],
    ['할인가가 정가보다 높습니다. 둘 중 하나를 수정하세요.', '22000'],
  ] as const) {
    await page.keyboard.press('F8')
    await expect.poll(() => workbench.reason(workbench.active)).toBe(reason)
    await workbench.type(right)
  }
  await expect(workbench.failures).toHaveCount(0)
  expect(await workbench.register()).toBe('상품 4개를 등록했습니다.')
  await expect(page.getByRole('button', { name: '등록 완료 4', exact: true })).toBeVisible()
  await expectSpoken(page, 'ko')
  expect(await server.registeredProducts(['KP-1', 'KP-2', 'KP-3', 'KP-4'])).toHaveLength(4)
})

test('in Korean, setup and sign-in show what is wrong', async ({ page, startServer }) => {
  const server = await startServer({ OPERATOR_EMAIL: '', OPERATOR_PASSWORD: '' })
  await page.goto(`${server.url}/sign-in`)
  await expect(
    page.getByText('아직 Lading 초기 설정이 완료되지 않았습니다. 시작할 때 출력된 설정 링크로 접속하세요.'),
  ).toBeVisible()
  await expect.poll(() => server.log).toMatch(/http\S+setup\S+/)
  await page.goto(/http\S+setup\S+/.exec(server.log)?.[0] ?? '')
  await expect(page.getByRole('heading', { name: 'Lading 초기 설정' })).toBeVisible()
  await expectSpoken(page, 'ko')
  const first = { email: 'minsu@shop.example', password: '자전거 네 대는 초록색' }
  await page.getByLabel('이메일', { exact: true }).fill(first.email)
  await page.getByLabel('비밀번호', { exact: true }).fill('12345678')
  await page.getByRole('button', { name: '설정 완료' }).click()
  await expect(
    page.getByText('너무 흔한 비밀번호입니다. 추측하기 어려운 비밀번호를 입력하세요.'),
  ).toBeVisible()
  await expectSpoken(page, 'ko')
  await page.getByLabel('비밀번호', { exact: true }).fill(first.password)
  await page.getByRole('button', { name: '설정 완료' }).click()
  await expect(page).toHaveURL(`${server.url}/orders/japan/new`)
  await expect(new Workbench(page, undefined, words).active).toBeVisible()
  await signOut(page, { account: '내 계정', signOut: '로그아웃' })
  await expect(page).toHaveURL(/\/sign-in/)

  const submit = page.getByRole('button', { name: '로그인', exact: true })
  const email = page.getByLabel('이메일', { exact: true })
  const password = page.getByLabel('비밀번호', { exact: true })
  await submit.click()
  await expect(page.getByText('이메일 주소를 입력하세요(예: name@example.com).')).toBeVisible()
  await expect(page.getByText('비밀번호를 입력하세요.')).toBeVisible()
  await expectSpoken(page, 'ko')
  await email.fill(first.email)
  const said = page.getByRole('alert').filter({ hasText: /\S/ })
  for (const tried of [1, 2, 3, 4, 5, 6]) {
    await password.fill(tried <= 5 ? `틀린 비밀번호 ${tried}` : first.password)
    const answer = page.waitForResponse(/callback\/credentials/)
    await submit.click()
    expect((await answer).status()).toBe(tried <= 5 ? 401 : 429)
    await expect(said).toHaveText(
      tried <= 5
        ? '이메일 또는 비밀번호가 올바르지 않습니다. 다시 확인하세요.'
        : /^로그인 시도 횟수를 초과했습니다\. \d+분 후에 다시 시도하세요\.$/,
    )
  }
  await expectSpoken(page, 'ko')
})

test('in Korean, a member is invited, changes roles, sees the limits of each role, and is removed', async ({
  page,
  browser,
  server,
}) => {
  const draft = await openNew(page)
  const orders = freshOrders(2)
  await draft.paste(tableOf(headings, orders))
  const address = page.url()
  await page.goto('/settings/team')
  await page.getByRole('button', { name: '구성원 초대' }).click()
  await expect(
    page.getByText('조회 권한에 더해 작업을 편집·검증하고, 원본 파일과 요청·응답을 볼 수 있습니다.'),
  ).toBeVisible()
  await page.getByLabel('이메일', { exact: true }).fill('jiwoo@shop.example')
  await choose(page, '역할', '조회 전용')
  await page.getByRole('button', { name: '초대 링크 만들기' }).click()
  const dialog = page.getByRole('dialog', { name: 'jiwoo@shop.example 초대 링크' })
  await expect(dialog).toContainText('Lading은 메일을 보내지 않습니다.')
  await expectSpoken(page, 'ko')
  const link = await dialog.getByLabel('링크').inputValue()
  await dialog.getByRole('button', { name: '완료' }).click()

  const theirs = await browser.newContext({
    baseURL: server.url,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
  })
  const guest = await theirs.newPage()
  await guest.goto(link)
  await expect(guest.getByText('jiwoo@shop.example로 초대되었습니다. 역할: 조회 전용')).toBeVisible()
  await expectSpoken(guest, 'ko')
  await guest.getByLabel('이름').fill('지우')
  await guest.getByLabel('비밀번호').fill('초록 자전거를 탄 토끼')
  await guest.getByRole('button', { name: '참여' }).click()
  await guest.waitForURL(`${server.url}/`)
  await expectSpoken(guest, 'ko')
  const seen = await Workbench.open(guest, address, undefined, words)
  await seen.type('999')
  await expect(seen.said).toHaveText('조회 전용 권한입니다. 변경하려면 관리자에게 권한을 요청하세요.')
  await expect(seen.checkButton).toBeDisabled()
  await expect(seen.registerButton).toBeDisabled()
  await expectSpoken(guest, 'ko')
  await guest.goto('/settings/team')
  await expect(guest.getByText('팀은 관리자만 관리할 수 있습니다.')).toBeVisible()
  await expectSpoken(guest, 'ko')

  await page.reload()
  for (const [role, said] of [
    ['등록 담당자', '지우 님의 역할을 등록 담당자로 변경했습니다.'],
    ['조회 전용', '지우 님의 역할을 조회 전용으로 변경했습니다.'],
    ['편집자', '지우 님의 역할을 편집자로 변경했습니다.'],
  ] as const) {
    await choose(page, '지우 님의 역할', role)
    await expect(page.getByText(said)).toBeVisible()
  }
  await Workbench.open(guest, address, undefined, words)
  await expect(seen.checkButton).toBeEnabled()
  await expect(seen.registerButton).toBeDisabled()

  await page.getByRole('button', { name: '지우 님 제거' }).click()
  await page.getByRole('dialog', { name: '지우 님 제거' }).getByRole('button', { name: '제거' }).click()
  await expect(page.getByText('지우 님을 제거하고 모든 기기에서 로그아웃 처리했습니다.')).toBeVisible()
  await expect(page.getByText('mina 님이 지우 님을 제거함')).toBeVisible()
  await expect(page.getByText('mina 님이 지우 님의 역할을 변경함: 조회 전용 → 편집자')).toBeVisible()
  await expectSpoken(page, 'ko')
  await guest.goto('/connections')
  await expect(guest).toHaveURL(/\/sign-in/)
  await theirs.close()
})
