import { NUMBER } from './blocks'
import { localized } from './localized'
import type { WorkbenchWords } from './workbench'

/** A server and a browser for journeys in Korean. The browser itself reports every response of 401 and 429. */
export const korean = {
  serverFor: 'korean',
  locale: 'ko-KR',
  timezoneId: 'Asia/Seoul',
  expectedErrors: [/status of (401|429)/],
}

/** The words of the workbench in Korean. */
export const words: WorkbenchWords = {
  errors: '오류',
  check: '검증',
  register: '등록',
  connection: '연동',
  draftName: '작업 이름',
  pasted: '붙여넣었습니다',
}

/** The headings of a Korean table, with their columns. */
export const headings: readonly (readonly [heading: string, column: string])[] = [
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

export const { signIn, openNew } = localized(words, {
  email: '이메일',
  password: '비밀번호',
  signIn: '로그인',
})
