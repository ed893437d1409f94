import type { DictionaryEntry, LanguageNames } from './languages'

/**
 * Names of columns about a party: the party's word comes before the field's. 수취인 + 주소, 送付先 + 郵便番号, ship- + city. Lists
 * begin with the name in our own headings.
 */
interface Party {
  /** Words for the person, which mean the person's name if no field follows. */
  readonly who: LanguageNames
  /** Words for the destination, and others that do not mean a person. */
  readonly destination: LanguageNames
}

export const parties = {
  recipient: {
    who: {
      ko: [
        '수취인',
        '받는사람',
        '받는분',
        '받는이',
        '받으시는분',
        '수령인',
        '수령자',
        '수하인',
        '수신인',
        '수신자',
        '받으실분',
      ],
      ja: [
        '受取人',
        'お受取人',
        '受取主',
        '受取先',
        'お届け先',
        '届け先',
        'お届先',
        '届先',
        '送付先',
        '送り先',
        '宛先',
        '宛名',
        '荷受人',
        '受領者',
      ],
      en: ['Recipient', 'Consignee', 'Receiver', 'Addressee'],
    },
    destination: {
      ko: ['배송지', '배송', '배송받는사람', '도착지'],
      ja: ['配送先', '配達先', '発送先', 'お届け', '配送'],
      en: ['Shipping', 'Ship', 'Ship to', 'Delivery', 'Deliver to', 'Destination'],
    },
  },
  sender: {
    who: {
      ko: ['보내는 사람', '보내는분', '보내는이', '발송인', '발송자', '송하인', '발신인', '송화인', '출고인'],
      ja: ['送り主', '発送人', '差出人', 'ご依頼主', '依頼主', '発送者', '荷送人', '出荷人', '送付元'],
      en: ['Sender', 'Shipper', 'Consignor'],
    },
    destination: {
      ko: ['발송지', '출고지', '판매자', '반품지'],
      ja: ['発送元', '出荷元', '配送元', '販売者'],
      en: ['Ship from', 'From', 'Seller', 'Vendor', 'Store'],
    },
  },
  importer: {
    who: {
      ko: ['수입자', '수입인', '수입업자', '수입신고인', '수입화주'],
      ja: ['輸入者', '輸入主', '輸入業者', '輸入人'],
      en: ['Importer', 'Importer of record', 'Importer Japanese'],
    },
    destination: { ko: ['수입지'], ja: [], en: ['Import'] },
  },
  /**
   * The orderer may not be the recipient: these words are listed so that their columns are not used as the recipient's.
   */
  buyer: {
    who: {
      ko: [
        '주문자',
        '주문인',
        '주문하신분',
        '주문고객',
        '구매자',
        '구매인',
        '결제자',
        '입금자',
        '고객',
        '회원',
      ],
      ja: [
        '注文者',
        'ご注文者',
        '注文主',
        'ご注文主',
        '購入者',
        'ご購入者',
        '買い手',
        '会員',
        '顧客',
        '請求先',
        'お客様',
      ],
      en: ['Buyer', 'Orderer', 'Purchaser', 'Payer', 'Member', 'Customer', 'Client'],
    },
    destination: {
      ko: ['결제', '통관용구매자'],
      ja: ['支払者', '贈り主'],
      en: ['Billing', 'Bill', 'Bill to', 'Invoice'],
    },
  },
} as const satisfies Readonly<Record<string, Party>>

export type PartyId = keyof typeof parties

/** Fields of a party by the words that follow the party's word. The person's own name: see `who`. */
export const personFieldNames = {
  name: {
    ko: ['명', '이름', '성명', '성함', '이름(한자)'],
    ja: ['名', '氏名', '名前', 'お名前', 'ご氏名', '様名', '氏名(漢字)', '名前(漢字)'],
    en: ['name', 'full name', 'contact name', 'person'],
  },
  contact: {
    ko: [
      '연락처',
      '전화번호',
      '전화',
      '휴대폰',
      '휴대폰번호',
      '휴대전화',
      '휴대전화번호',
      '핸드폰',
      '핸드폰번호',
      '모바일',
      '휴대번호',
      '전번',
      'HP',
      '폰번호',
    ],
    ja: [
      '電話番号',
      '電話',
      '携帯電話番号',
      '携帯電話',
      '携帯番号',
      '携帯',
      '連絡先',
      'TEL',
      '連絡先電話番号',
    ],
    en: [
      'contact',
      'phone',
      'phone number',
      'phone no',
      'telephone',
      'telephone number',
      'tel',
      'tel no',
      'mobile',
      'mobile phone',
      'mobile number',
      'cell phone',
      'cell',
      'phone num',
      'contact number',
      'contact no',
    ],
  },
  email: {
    ko: ['이메일', '이메일주소', '메일', '메일주소', '전자우편'],
    ja: ['メールアドレス', 'メール', 'Eメール', 'eメールアドレス', '電子メール'],
    en: ['email', 'email address', 'mail'],
  },
  country: {
    ko: ['국가', '국가코드', '국가명', '나라', '도착국가', '국가(코드)'],
    ja: ['国', '国名', '国家', '国コード', '国・地域'],
    en: ['country', 'country code', 'nation', 'country region', 'ctry'],
  },
  zipCode: {
    ko: ['우편번호', '우편', '우편 번호(숫자)', '새우편번호', '집코드'],
    ja: ['郵便番号', '郵便', '〒', '〒番号', '郵便No'],
    en: [
      'postal code',
      'zip',
      'zip code',
      'postcode',
      'post code',
      'zip postal code',
      'postal zip',
      'postal',
    ],
  },
  state: {
    ko: ['도도부현', '시도', '시/도', '광역시도', '주', '현', '도', '도/현', '주/도'],
    ja: ['都道府県', '住所都道府県', '都道府県名', '県名', '県', '府県', '州'],
    en: [
      'prefecture',
      'state',
      'province',
      'region',
      'state province',
      'province name',
      'province code',
      'state region',
      'pref',
    ],
  },
  city: {
    ko: ['시구정촌', '시군구', '시/군/구', '시구군', '도시', '시정촌'],
    ja: [
      '市区町村',
      '郡市区',
      '住所郡市区',
      '住所市区町村',
      '市区郡',
      '市区郡町村',
      '市町村',
      '市区',
      '市郡区',
      '市区町村名',
    ],
    en: ['city', 'town', 'city town', 'town city', 'municipality', 'city name'],
  },
  address: {
    ko: ['주소', '기본주소', '도로명주소', '지번주소', '전체주소', '번지', '도로명', '주소(기본)'],
    ja: [
      '住所',
      'ご住所',
      '住所それ以降の住所',
      'それ以降の住所',
      '以降の住所',
      '町名番地',
      '町名・番地',
      '町域番地',
      '番地',
      '町域',
      '所在地',
      '住所(番地)',
      '丁目番地',
    ],
    en: ['address', 'street', 'street address', 'address line', 'street name', 'addr', 'full address'],
  },
  addressDetail: {
    ko: ['상세주소', '상세 주소', '나머지주소', '세부주소', '주소상세', '주소(상세)', '동호수', '건물명'],
    ja: [
      '住所詳細',
      '詳細住所',
      '建物名',
      '建物',
      '建物名・部屋番号',
      'マンション名',
      'アパート・マンション名',
      '建物・部屋番号',
      '住所(建物名)',
      '部屋番号',
      'ビル名',
    ],
    en: [
      'address detail',
      'detailed address',
      'address details',
      'apartment',
      'building',
      'unit',
      'apt',
      'suite',
      'room',
      'room no',
      'building name',
      'bldg',
    ],
  },
  corporateNumber: {
    ko: ['법인번호', '법인등록번호', '사업자번호'],
    ja: ['法人番号'],
    en: ['corporate number', 'corporate no', 'corporation number'],
  },
} as const satisfies Readonly<Record<string, LanguageNames>>

export type PersonFieldName = keyof typeof personFieldNames

/** Words of a name's two halves, the family's first. */
export const nameHalves = {
  family: { ko: ['성'], ja: ['姓', '苗字', '氏'], en: ['last name', 'family name', 'surname'] },
  given: { ko: ['이름'], ja: ['名', '名前'], en: ['first name', 'given name', 'forename'] },
} as const satisfies Readonly<Record<string, LanguageNames>>

const allLanguages = ['ko', 'ja', 'en'] as const

/** All names of a party's field; names by the person come before names by the destination. */
export function partyFieldNames(
  party: PartyId,
  about: LanguageNames,
  own?: Partial<LanguageNames>,
): LanguageNames {
  const { who, destination }: Party = parties[party]
  const of = (language: (typeof allLanguages)[number]) => [
    ...(own?.[language] ?? []),
    ...[...who[language], ...destination[language]].flatMap(name =>
      about[language].map(word => `${name} ${word}`),
    ),
  ]
  return { ko: of('ko'), ja: of('ja'), en: of('en') }
}

/**
 * An entry that starts with the given names, followed by those composed with the party's words, then by those without a
 * party.
 */
export function entryOf(
  party: PartyId,
  what: PersonFieldName,
  own: LanguageNames,
  bare?: LanguageNames,
): DictionaryEntry {
  const composed = partyFieldNames(party, personFieldNames[what])
  const person = what === 'name' ? parties[party].who : undefined
  const of = (language: (typeof allLanguages)[number]) => [
    ...own[language],
    ...(person?.[language] ?? []),
    ...composed[language],
    ...(bare?.[language] ?? []),
  ]
  return { ko: of('ko'), ja: of('ja'), en: of('en') }
}
