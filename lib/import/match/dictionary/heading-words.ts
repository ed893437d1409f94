import { headingLanguages } from './languages'
import { nameHalves, type PartyId, type PersonFieldName, parties, personFieldNames } from './parties'

/** The field of a column about a person: a field of the dictionary, or a company's name. */
export type PersonField = PersonFieldName | 'company'

/** The script that a heading asks for. */
export type Script = 'kana' | 'latin'

/** The contribution of one word to a heading's meaning. */
export type HeadingWord =
  /** `isPerson`: means the person's name if no field follows. `isThin`: requires a field that is not vague. */
  | {
      readonly kind: 'party'
      readonly party: PartyId
      readonly isPerson?: true
      readonly isThin?: true
    }
  | { readonly kind: 'field'; readonly field: PersonField; readonly isVague?: true }
  | { readonly kind: 'half'; readonly half: 'family' | 'given' }
  | { readonly kind: 'script'; readonly script: Script }
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'filler' }

/**
 * Party words beyond the dictionary. They count only before a person's field: 発送電話番号 is the recipient's telephone
 * number, but 発送番号 and 発送日 are not about a recipient.
 */
const moreParties: Readonly<Partial<Record<PartyId, string>>> = {
  recipient: `発送 出荷先 納品先 納入先 お送り先 送り先様 お受取り人 受取り人 受け取り人 お受け取り人 お届け先様 받을사람 받는곳 배송처
    납품처 수령 배달 배달지 recipients receivers ship_address ship_to_party delivery_to drop_off dest`,
  buyer: `受注 発注者 申込者 ご購入 ご注文 注文 購入 支払 請求 주문하는분 주문하신사람 주문 구매 발주자 신청자 청구 청구지 sold_to account
    ordered_by bill_to_party`,
  sender: '送り主様 ご依頼人 依頼人 보내시는분 보내는곳 sent_by return',
}

/** Party words that also belong to orders: 주문명 is the name of an order. */
const thinPartyWords = new Set(
  '発送 수령 배달 注文 주문 구매 購入 支払 請求 청구 account return dest'.split(' '),
)

/** Field words beyond the dictionary. A vague word counts only behind a party. */
const moreFields: Readonly<Partial<Record<PersonField, string>>> = {
  name: '氏名様 お名前様 御名前 ご芳名 なまえ 姓名 姓・名 성+이름 fullname',
  contact:
    '電話No でんわ お電話 お電話番号 ご連絡先 ＴＥＬ番号 TEL番号 전화No 핸드폰No 휴대폰No 일반전화 유선전화 phones',
  email: 'e_mail mail_address メルアド Eメアド',
  country: '国番号 国名称',
  zipCode: '郵便コード 郵便No 〒No 우편No zip_postcode zipcodes',
  state: '都道府県名称 都道府県区分 도도부현명 시도명 prefectures',
  city: '市区町村名称 市町村名 시군구명 locality suburb',
  address: '住所全体 送付住所 주소전체 전체 기본 도로명 지번 addresses',
  addressDetail: `建物等 建物名等 建物名称 建物名部屋番号 マンション マンション名等 アパート名 号室 階 方書 番地以降 상세 나머지 세부 건물 건물번호 동 호수
    호 층 building_name_room floor apartment_suite apt_suite detail details`,
  company:
    '会社名 会社 法人名 団体名 屋号 部署名 部署 部門名 所属 회사명 회사 상호 상호명 업체명 기관명 부서명 부서 company company_name organization organisation business_name department dept department_name',
}

/** Ambiguous dictionary words: they count only after a party. */
const vagueFieldNames = new Set(
  '명 주 현 도 번지 名 様名 県 州 所在地 号室 階 name contactname person unit region postal room 기본 전체 상세 나머지 세부 동 호 층 호수 floor detail details'.split(
    ' ',
  ),
)

const scriptWords: Readonly<Record<Script, string>> = {
  kana: 'フリガナ ふりがな カナ かな 仮名 片仮名 カタカナ ヨミ よみ 読み 読み仮名 ヨミガナ よみがな 후리가나 가나 kana katakana furigana phonetic yomi',
  latin: 'ローマ字 英字 英語 英文 アルファベット 영문 로마자 영어 romaji roman english latin alphabet',
}

/** Words for halves of a name that also mean their reading. */
const kanaHalves = { family: 'セイ せい', given: 'メイ めい' } as const

/** Words that number the parts of a telephone number or a postal code. */
const lineWords: readonly (readonly [number, string])[] = [
  [1, '上3桁 上三桁 上4桁 前3桁 前4桁 前半 上 市外局番 앞자리 앞번호 앞 국번 line_one first_line first_half'],
  [2, '下4桁 下四桁 下3桁 後4桁 後3桁 後半 市内局番 中 중간자리 가운데자리 line_two second_line second_half'],
  [3, '加入者番号 下 끝자리 뒷자리 뒷번호 line_three third_line'],
]

/** Words without a meaning here: particles, honorifics, and notes of forms. */
const fillerWords =
  'の 의 は 様 さま 殿 님 ご お 御 及び および と ・ 漢字 全角 半角 한글 한자 国内 일본 日本 行目 行 줄 라인 line of the 정보 情報 info information detail_of 必須 任意 필수 선택 입력 required optional 値 text value 번째 その 第'

const addWord = (words: Map<string, HeadingWord[]>, text: string, word: HeadingWord): void => {
  const key = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_・/+()[\]\p{Pd}、,.]/gu, '')
  const list = words.get(key) ?? []
  if (key !== '' && !list.some(other => JSON.stringify(other) === JSON.stringify(word)))
    words.set(key, [...list, word])
}

const wordsIn = (text: string): readonly string[] => text.split(/\s+/)

/** Every word that headings about people are made of; one text may be several words: 名 is a name, and a given name. */
export const headingWords: ReadonlyMap<string, readonly HeadingWord[]> = buildWords()

/** Length of the longest word, in characters. */
export const MAX_WORD_LENGTH = Math.max(...[...headingWords.keys()].map(word => word.length))

function buildWords(): Map<string, HeadingWord[]> {
  const words = new Map<string, HeadingWord[]>()
  for (const language of headingLanguages) {
    for (const id of Object.keys(parties) as PartyId[]) {
      for (const name of parties[id].who[language])
        addWord(words, name, { kind: 'party', party: id, isPerson: true })
      for (const name of parties[id].destination[language]) addWord(words, name, { kind: 'party', party: id })
    }
    for (const field of Object.keys(personFieldNames) as PersonFieldName[])
      for (const name of personFieldNames[field][language]) addField(words, name, field)
    for (const half of ['family', 'given'] as const)
      for (const name of nameHalves[half][language]) addWord(words, name, { kind: 'half', half })
  }
  for (const [party, names] of Object.entries(moreParties) as [PartyId, string][])
    for (const name of wordsIn(names))
      addWord(words, name, { kind: 'party', party, ...(thinPartyWords.has(name) ? { isThin: true } : {}) })
  for (const [field, names] of Object.entries(moreFields) as [PersonField, string][])
    for (const name of wordsIn(names)) addField(words, name, field)
  for (const [script, names] of Object.entries(scriptWords) as [Script, string][])
    for (const name of wordsIn(names)) addWord(words, name, { kind: 'script', script })
  for (const [half, names] of Object.entries(kanaHalves) as ['family' | 'given', string][])
    for (const name of wordsIn(names)) addWord(words, name, { kind: 'half', half })
  for (const name of ['first', 'given', 'forename']) addWord(words, name, { kind: 'half', half: 'given' })
  for (const name of ['last', 'family', 'surname']) addWord(words, name, { kind: 'half', half: 'family' })
  for (const [line, names] of lineWords)
    for (const name of wordsIn(names)) addWord(words, name, { kind: 'line', line })
  for (let line = 1; line <= 9; line++) addWord(words, `${line}`, { kind: 'line', line })
  for (const name of wordsIn(fillerWords)) addWord(words, name, { kind: 'filler' })
  return words
}

function addField(words: Map<string, HeadingWord[]>, name: string, field: PersonField): void {
  const isVague = vagueFieldNames.has(name.toLowerCase().replaceAll(' ', ''))
  addWord(words, name, { kind: 'field', field, ...(isVague ? { isVague } : {}) })
}

/** Whether a word means both a half of a name and its reading. */
export const isKanaHalf = (text: string): boolean =>
  Object.values(kanaHalves).some(names => wordsIn(names).includes(text))
