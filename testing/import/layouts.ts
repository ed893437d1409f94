// Files of unknown shops: headings composed from words that shops use, over rows with a known meaning. The words are
// listed again on purpose, because an oracle must not use the tested code.

/** The meaning of a row of a made-up file. */
export interface Truth {
  readonly number: string
  readonly family: string
  readonly given: string
  readonly zip: string
  readonly phone: string
  readonly state: string
  readonly city: string
  readonly street: string
  readonly building: string
  readonly item: string
  readonly quantity: string
  readonly price: string
}

export const truths: readonly Truth[] = [
  [
    'SO-20260301-01',
    '山田',
    '太郎',
    '150-0041',
    '090-1234-5678',
    '東京都',
    '渋谷区',
    '神南1-19-11',
    'パークビル4階',
    'Wool socks',
    '2',
    '1200',
  ],
  [
    'SO-20260301-02',
    '髙﨑',
    '美咲',
    '530-0001',
    '06-6345-6789',
    '大阪府',
    '大阪市北区',
    '梅田3-1-3',
    '',
    'Leather wallet',
    '1',
    '12500',
  ],
  [
    'SO-20260301-03',
    '佐藤',
    '花子',
    '060-0001',
    '080-3333-4444',
    '北海道',
    '札幌市中央区',
    '北1条西2-3',
    'ハイツ札幌301号室',
    'Candle',
    '3',
    '2300',
  ],
  [
    'SO-20260302-01',
    '鈴木',
    '一郎',
    '460-0008',
    '052-111-2222',
    '愛知県',
    '名古屋市中区',
    '栄3-5-12',
    '栄ビル2階',
    'Linen apron',
    '1',
    '9800',
  ],
].map(
  ([
    number = '',
    family = '',
    given = '',
    zip = '',
    phone = '',
    state = '',
    city = '',
    street = '',
    building = '',
    item = '',
    quantity = '',
    price = '',
  ]) => ({
    number,
    family,
    given,
    zip,
    phone,
    state,
    city,
    street,
    building,
    item,
    quantity,
    price,
  }),
)

/** Texts of the buyers of these orders, which are never correct for the recipient. */
const buyers: readonly Truth[] = truths.map((truth, at) => ({
  ...truth,
  family: ['田中', '伊藤', '渡辺', '中村'][at] ?? '',
  given: ['健', 'さくら', '翔', '葵'][at] ?? '',
  zip: `98${at}-0811`,
  phone: `03-9999-000${at}`,
  state: '宮城県',
  city: '仙台市青葉区',
  street: `一番町4-6-${at + 1}`,
  building: '第一ビル8階',
}))

/** A column of a made-up file. */
interface MadeColumn {
  readonly heading: string
  readonly text: (truth: Truth) => string
}

const languages = {
  ja: {
    recipient: ['お届け先', '送付先', '配送先', '受取人', '届け先', '送り先', '宛先', 'お届先'],
    buyer: ['注文者', 'ご注文者', '購入者', '注文主'],
    name: ['氏名', '名前', 'お名前'],
    whole: ['氏名', '名前', 'お名前', '名'],
    family: '姓',
    given: '名',
    kana: ['フリガナ', 'カナ', 'ふりがな'],
    zip: ['郵便番号'],
    phone: ['電話番号', '電話', 'TEL', '携帯電話番号'],
    state: ['都道府県'],
    city: ['市区町村', '市区郡', '郡市区'],
    street: ['住所', '町名番地', '番地'],
    address: ['住所', 'ご住所'],
    building: ['建物名', 'マンション名', '建物名・部屋番号', '住所(建物名)'],
    number: ['注文番号', '受注番号', '注文ID', '注文No'],
    item: ['商品名', '品名'],
    quantity: ['数量', '個数'],
    price: ['単価', '販売価格'],
    total: ['小計', '価格(合計)', '販売価格（総額）', '商品合計金額', '単価×数量', '金額'],
    plain: '価格',
    other: ['配送方法', '備考', '注文日時', '送料', '合計金額', '支払方法'],
    strange: ['方書', '別館', '部屋', '住所の続き', '号棟', '会社・部署'],
  },
  ko: {
    recipient: ['받는사람', '받는분', '수취인', '수령인', '수령자', '받으시는분', '배송지'],
    buyer: ['주문자', '구매자', '주문하신분'],
    name: ['이름', '성명', '성함'],
    whole: ['이름', '성명', '성함'],
    family: '성',
    given: '이름',
    kana: ['후리가나', '가나'],
    zip: ['우편번호', '우편'],
    phone: ['전화번호', '연락처', '휴대폰', '휴대폰번호', '핸드폰'],
    state: ['도도부현', '시도'],
    city: ['시구정촌', '시군구'],
    street: ['주소', '도로명주소', '기본주소'],
    address: ['주소', '전체주소'],
    building: ['상세주소', '나머지주소', '주소(상세)', '건물명'],
    number: ['주문번호', '주문 ID', '주문코드'],
    item: ['상품명', '품명', '제품명'],
    quantity: ['수량', '주문수량'],
    price: ['단가', '판매가'],
    total: ['소계', '판매가(합계)', '총 상품금액', '상품가격 총액', '금액'],
    plain: '가격',
    other: ['배송방법', '비고', '주문일시', '배송비', '총 주문금액', '결제수단'],
    strange: ['동/호', '별관', '주소 보충', '회사/부서', '건물 이름 등'],
  },
  en: {
    recipient: ['Shipping', 'Ship to', 'Recipient', 'Delivery', 'Consignee', 'Receiver', 'Ship'],
    buyer: ['Billing', 'Buyer', 'Customer', 'Bill to'],
    name: ['Name', 'Full name'],
    whole: ['Name', 'Full name'],
    family: 'Last name',
    given: 'First name',
    kana: ['name kana', 'name furigana'],
    zip: ['Zip', 'Postal code', 'Postcode', 'Zip code'],
    phone: ['Phone', 'Phone number', 'Telephone', 'Mobile'],
    state: ['State', 'Prefecture', 'Province'],
    city: ['City', 'Town'],
    street: ['Address', 'Street', 'Street address'],
    address: ['Address', 'Full address'],
    building: ['Building', 'Apartment', 'Building name', 'Address detail'],
    number: ['Order number', 'Order ID', 'Order no'],
    item: ['Item name', 'Product name', 'Product title'],
    quantity: ['Quantity', 'Qty'],
    price: ['Unit price', 'Price each'],
    total: ['Subtotal', 'Price (total)', 'Total price', 'Line total', 'Item total', 'Amount'],
    plain: 'Price',
    other: ['Shipping method', 'Notes', 'Created at', 'Shipping fee', 'Order total', 'Payment method'],
    strange: ['Address supplement', 'Company', 'House', 'c/o', 'Address extra'],
  },
} as const

const dash = ['', '-'] as const
/** Ways to name the party of a column. */
export const styles: readonly ((party: string, word: string) => string)[] = [
  (party, word) => `${party}${/[a-z]$/i.test(party) ? ' ' : ''}${word}`,
  (party, word) => `${party} ${word}`,
  (party, word) => `${party}_${word}`,
  (party, word) => `${party}: ${word}`,
  (party, word) => `${word}（${party}）`,
  (party, word) => `${word} (${party})`,
  (party, word) => `【${party}】${word}`,
  (party, word) => `[${party}] ${word}`,
  (party, word) => `${word}・${party}`,
  (party, word) => `${word}_${party}`,
]
/** Ways to number a heading. */
export const numbers: readonly ((word: string, number: number) => string)[] = [
  (word, number) => `${word}${number}`,
  (word, number) => `${word} ${number}`,
  (word, number) => `${word}_${number}`,
  (word, number) => `${word}(${number})`,
  (word, number) => `${word}${'０１２３４'[number]}`,
]

export const nameShapes = ['whole', 'whole', 'split', 'split', 'family'] as const
export const phoneShapes = ['whole', 'whole', 'whole', 'split', 'split', 'none'] as const
export const zipShapes = ['whole', 'split'] as const
export const addressShapes = ['one', 'lines', 'three', 'parts', 'parts and lines', 'detail'] as const
export const moneyShapes = ['unit', 'unit', 'both', 'both', 'total'] as const
export const languageIds = ['ja', 'ko', 'en'] as const

/** How columns about one person are split. */
export interface Shape {
  readonly style: (typeof styles)[number]
  readonly number: (typeof numbers)[number]
  readonly name: (typeof nameShapes)[number]
  readonly phone: (typeof phoneShapes)[number]
  readonly zip: (typeof zipShapes)[number]
  readonly address: (typeof addressShapes)[number]
  readonly hasKana: boolean
  /** The index of the chosen word. */
  readonly seed: number
}

/** The choices from which a file is composed. */
export interface FileChoice {
  readonly language: (typeof languageIds)[number]
  readonly recipient: Shape
  readonly buyer: Shape | null
  /** Whether the recipient's headings name the party. */
  readonly saysParty: boolean
  readonly seed: number
  /** The number of columns about other subjects. */
  readonly others: number
  /** Whether rows contain the unit price, the total, or both. */
  readonly money: (typeof moneyShapes)[number]
  /** The unknown heading of an additional part of the address. */
  readonly strange: number | null
  /** The order of the columns. */
  readonly order: number
}

type Words = (typeof languages)[keyof typeof languages]

/** The columns about a person. @param party its word; '' if the headings do not name the party */
function personColumns(words: Words, party: string, how: Shape): MadeColumn[] {
  const one = (list: readonly string[]) => list[how.seed % list.length] ?? ''
  const of = (word: string) => (party === '' ? word : how.style(party, word))
  const column = (word: string, text: MadeColumn['text']): MadeColumn => ({ heading: of(word), text })
  const line = (word: string, at: number, text: MadeColumn['text']) => column(how.number(word, at), text)
  const glue = words === languages.en ? ' ' : ''
  const full = ({ family, given }: Truth) => `${family} ${given}`
  const street = ({ street: text }: Truth) => text
  const building = ({ building: text }: Truth) => text
  const place = ({ state, city }: Truth) => `${state}${city}`
  const name = (): MadeColumn[] => {
    const family = column(words.family, truth => truth.family)
    const given = column(words.given, truth => truth.given)
    if (how.name === 'whole') return [column(one(party === '' ? words.name : words.whole), full)]
    return how.name === 'split' ? [family, given] : [family]
  }
  const address = (): MadeColumn[] => {
    const word = one(words.address)
    if (how.address === 'one')
      return [column(word, truth => `${place(truth)}${street(truth)} ${building(truth)}`.trim())]
    if (how.address === 'detail')
      return [column(word, truth => `${place(truth)}${street(truth)}`), column(one(words.building), building)]
    if (how.address === 'lines')
      return [line(word, 1, truth => `${place(truth)}${street(truth)}`), line(word, 2, building)]
    if (how.address === 'three') return [line(word, 1, place), line(word, 2, street), line(word, 3, building)]
    const parts = [
      column(one(words.state), truth => truth.state),
      column(one(words.city), truth => truth.city),
    ]
    return how.address === 'parts'
      ? [...parts, column(one(words.street), street), column(one(words.building), building)]
      : [...parts, line(one(words.address), 1, street), line(one(words.address), 2, building)]
  }
  const pieces = (word: string, of_: (truth: Truth) => string): MadeColumn[] =>
    [0, 1, 2].flatMap(at =>
      at < (of_(truths[0] as Truth).split(dash[1]).length ?? 0)
        ? line(word, at + 1, truth => of_(truth).split(dash[1])[at] ?? '')
        : [],
    )
  const phone = one(words.phone)
  return [
    ...name(),
    ...(how.hasKana
      ? [
          column(
            `${words === languages.en ? '' : one(words.whole)}${glue}${one(words.kana)}`.trim(),
            () => 'ヤマダ タロウ',
          ),
        ]
      : []),
    ...(how.zip === 'whole'
      ? [column(one(words.zip), truth => truth.zip)]
      : pieces(one(words.zip), truth => truth.zip)),
    ...address(),
    ...(how.phone === 'whole' ? [column(phone, truth => truth.phone)] : []),
    ...(how.phone === 'split' ? pieces(phone, truth => truth.phone) : []),
  ]
}

/** A composed file: headings, and rows with their meanings. */
export interface MadeFile {
  readonly rows: readonly (readonly string[])[]
  /** A further part of the recipient's address in every row, under an unknown heading. */
  readonly extra: string
  /** Whether the recipient has their own telephone number, and both halves of a name. */
  readonly hasPhone: boolean
  readonly hasName: boolean
  /** Whether it contains the unit price. */
  readonly hasPrice: boolean
}

/** A file assembled from the words of one language, split, numbered, bracketed and in any order. */
export function makeFile(choice: FileChoice): MadeFile {
  const { recipient, buyer, saysParty, seed, others, money, strange, order } = choice
  const words: Words = languages[choice.language]
  const one = (list: readonly string[], by = seed) => list[by % list.length] ?? ''
  // If the file also names the buyer, the recipient's headings name the party.
  const party = saysParty || buyer ? one(words.recipient) : ''
  const columns: readonly MadeColumn[] = [
    { heading: one(words.number), text: truth => truth.number },
    ...personColumns(words, party, recipient),
    { heading: one(words.item), text: truth => truth.item },
    { heading: one(words.quantity), text: truth => truth.quantity },
    ...(money === 'total' ? [] : [{ heading: one(words.price), text: (truth: Truth) => truth.price }]),
    // A total under the heading of a price cannot be distinguished from a unit price without other columns.
    ...(money === 'both' ? [{ heading: one([...words.total, words.plain], order), text: totalOf }] : []),
    ...(money === 'total' ? [{ heading: one(words.total, order), text: totalOf }] : []),
    ...words.other.slice(0, others).map(heading => ({ heading, text: () => '' })),
    ...(strange === null ? [] : [{ heading: one(words.strange, strange), text: () => EXTRA }]),
  ]
  const ofBuyer = buyer
    ? personColumns(words, one(words.buyer), buyer).map(column => ({
        ...column,
        text: (truth: Truth) => column.text(buyers[truths.indexOf(truth)] ?? truth),
      }))
    : []
  const all = shuffled([...columns, ...ofBuyer], order)
  return {
    rows: [all.map(({ heading }) => heading), ...truths.map(truth => all.map(({ text }) => text(truth)))],
    extra: strange === null ? '' : EXTRA,
    hasPhone: recipient.phone !== 'none',
    hasName: recipient.name !== 'family',
    hasPrice: money !== 'total',
  }
}

const totalOf = ({ price, quantity }: Truth): string => String(Number(price) * Number(quantity))

/** Texts of columns with unknown headings. */
const EXTRA = 'B棟別館'

/** The same elements in another order. @param order their indices */
export function shuffled<T>(things: readonly T[], order: number): T[] {
  let state = order
  const keys = things.map(() => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state >> 8
  })
  return things.toSorted((a, b) => (keys[things.indexOf(a)] ?? 0) - (keys[things.indexOf(b)] ?? 0))
}
