import type { DictionaryEntry, LanguageNames } from './languages'
import { entryOf, personFieldNames } from './parties'

/** Fields without a party belong to the recipient, except for words that are too short or too vague. */
const alone = (what: keyof typeof personFieldNames): LanguageNames => {
  const clear = (words: readonly string[]) => words.filter(word => !vague.has(word))
  return {
    ko: clear(personFieldNames[what].ko),
    ja: clear(personFieldNames[what].ja),
    en: clear(personFieldNames[what].en),
  }
}

const vague = new Set([
  ...['명', '주', '현', '도', '번지'],
  ...['名', '様名', '県', '州', '所在地'],
  ...['name', 'contact name', 'person', 'unit', 'region', 'postal'],
])

/** The recipient's state in our own files of general orders: only Japan has prefectures. */
const recipientRegion: LanguageNames = {
  ko: ['수취인 주/지역'],
  ja: ['受取人州・地域'],
  en: ['Recipient state or region'],
}

/** Names of columns that one sheet calls differently from the others, by the key of their words. */
export const namesByWordsKey: Readonly<Record<string, LanguageNames>> = {
  'recipient.region': recipientRegion,
}

/** Columns of orders about people. */
const people: Readonly<Record<string, DictionaryEntry>> = {
  'recipient.country': entryOf(
    'recipient',
    'country',
    { ko: ['수취인 국가'], ja: ['受取人 国'], en: ['Recipient country'] },
    alone('country'),
  ),
  'recipient.name': entryOf(
    'recipient',
    'name',
    { ko: ['수취인명'], ja: ['受取人名'], en: ['Recipient name'] },
    {
      ko: [...alone('name').ko, '영문이름'],
      ja: alone('name').ja,
      en: [...alone('name').en, 'Ship to', 'Deliver to', 'Attn', 'Attention', 'Contact name'],
    },
  ),
  'recipient.contact': entryOf(
    'recipient',
    'contact',
    { ko: ['수취인 연락처'], ja: ['受取人電話番号'], en: ['Recipient contact'] },
    alone('contact'),
  ),
  'recipient.email': entryOf(
    'recipient',
    'email',
    { ko: ['수취인 이메일'], ja: ['受取人メールアドレス'], en: ['Recipient email'] },
    alone('email'),
  ),
  'recipient.zipCode': entryOf(
    'recipient',
    'zipCode',
    { ko: ['수취인 우편번호'], ja: ['受取人郵便番号'], en: ['Recipient postal code'] },
    alone('zipCode'),
  ),
  'recipient.state': entryOf(
    'recipient',
    'state',
    { ko: ['수취인 도도부현'], ja: ['受取人都道府県'], en: ['Recipient prefecture'] },
    {
      ko: [...recipientRegion.ko, ...alone('state').ko],
      ja: [...recipientRegion.ja, ...alone('state').ja],
      en: [...recipientRegion.en, ...alone('state').en],
    },
  ),
  'recipient.city': entryOf(
    'recipient',
    'city',
    { ko: ['수취인 시구정촌'], ja: ['受取人市区町村'], en: ['Recipient city'] },
    alone('city'),
  ),
  'recipient.address': entryOf(
    'recipient',
    'address',
    { ko: ['수취인 주소'], ja: ['受取人住所'], en: ['Recipient address'] },
    {
      ko: [...alone('address').ko, '배송지', '기본배송지', '통합배송지', '영문주소'],
      ja: alone('address').ja,
      en: alone('address').en,
    },
  ),
  'recipient.addressDetail': entryOf(
    'recipient',
    'addressDetail',
    { ko: ['수취인 상세주소'], ja: ['受取人住所詳細'], en: ['Recipient address detail'] },
    {
      ko: [...alone('addressDetail').ko, '상세배송지'],
      ja: alone('addressDetail').ja,
      en: alone('addressDetail').en,
    },
  ),
  'recipient.importerJapaneseName': entryOf('importer', 'name', {
    ko: ['수입자명(일본어)', '수입자 일본어명', '일본어 이름', '일본어 성명'],
    ja: ['輸入者名', '輸入者日本語名'],
    en: ['Importer name in Japanese'],
  }),
  'recipient.importerJapaneseZipCode': entryOf('importer', 'zipCode', {
    ko: ['수입자 우편번호'],
    ja: ['輸入者郵便番号'],
    en: ['Importer postal code'],
  }),
  'recipient.importerJapaneseState': entryOf('importer', 'state', {
    ko: ['수입자 도도부현(일본어)'],
    ja: ['輸入者都道府県'],
    en: ['Importer prefecture in Japanese'],
  }),
  'recipient.importerJapaneseCity': entryOf('importer', 'city', {
    ko: ['수입자 시구정촌(일본어)'],
    ja: ['輸入者市区町村'],
    en: ['Importer city in Japanese'],
  }),
  'recipient.importerJapaneseAddress': entryOf('importer', 'address', {
    ko: ['수입자 주소(일본어)', '일본어 주소'],
    ja: ['輸入者住所'],
    en: ['Importer address in Japanese'],
  }),
  'recipient.importerJapaneseAddressDetail': entryOf('importer', 'addressDetail', {
    ko: ['수입자 상세주소(일본어)'],
    ja: ['輸入者住所詳細'],
    en: ['Importer address detail in Japanese'],
  }),
  'recipient.importerCorporateNumber': entryOf('importer', 'corporateNumber', {
    ko: ['수입자 법인번호'],
    ja: ['輸入者法人番号', '法人番号'],
    en: ['Importer corporate number', 'Corporate number'],
  }),
  'sender.name': entryOf('sender', 'name', { ko: ['보내는 사람'], ja: ['送り主名'], en: ['Sender name'] }),
  'sender.contact': entryOf('sender', 'contact', {
    ko: ['보내는 사람 연락처'],
    ja: ['送り主電話番号'],
    en: ['Sender contact'],
  }),
}

/** Columns about the order, its parcel and its shipping documents. */
const matters: Readonly<Record<string, DictionaryEntry>> = {
  'orderInfo.mallOrderNumber': {
    ko: [
      '주문번호',
      '주문 ID',
      '주문아이디',
      '오더번호',
      '몰 주문번호',
      '쇼핑몰 주문번호',
      '주문고유번호',
      '고객주문번호',
      '주문코드',
      '주문No',
      '오더No',
      '오더넘버',
    ],
    ja: [
      '注文番号',
      '注文ID',
      '受注番号',
      'オーダー番号',
      'ご注文番号',
      '注文No',
      '受注No',
      '受注ID',
      '取引ID',
      '取引番号',
      'オーダーNo',
      'オーダーID',
    ],
    en: [
      'Order number',
      'Order no',
      'Order ID',
      'Mall order number',
      'Order reference',
      'Order',
      'Order name',
      'Order code',
      'Sales order',
      'Shop order number',
      'Ord no',
      'Ord number',
      'Sales order no',
      'Sales order number',
      'PO',
      'PO no',
      'PO number',
      'Purchase order',
      'Ref',
      'Ref no',
      'Reference',
      'Reference no',
      'Reference number',
    ],
  },
  warehouseId: {
    ko: ['창고', '창고 ID', '창고번호', '창고코드', '입고창고', '입고센터', '물류센터'],
    ja: ['倉庫', '倉庫ID', '倉庫番号', '倉庫コード', '入庫倉庫'],
    en: ['Warehouse', 'Warehouse id', 'Warehouse number', 'Warehouse code'],
  },
  'recipient.personalCustomsClearanceCode': {
    ko: [
      '개인통관고유부호',
      '통관고유부호',
      '개인통관부호',
      '개인통관번호',
      '개인통관고유번호',
      '통관번호',
      '통관부호',
      '통관고유번호',
      '수령인 통관정보',
      '수취인 통관번호',
      '개인통관',
      'PCCC',
    ],
    ja: ['個人通関番号', '個人通関固有符号', '個人通関符号', '通関番号', '通関コード'],
    en: [
      'Personal customs clearance code',
      'Customs clearance code',
      'Customs code',
      'Customs ID',
      'Personal customs code',
      'Clearance code',
    ],
  },
  'packageInfo.actualWeight': {
    ko: [
      '포장 중량',
      '포장 무게',
      '박스 무게',
      '박스 중량',
      '패키지 무게',
      '총중량',
      '총무게',
      '실중량',
      '실무게',
      '화물중량',
      '전체무게',
      'G.W.',
    ],
    ja: ['梱包重量', '総重量', '実重量', '荷物重量', '包装重量', '箱重量'],
    en: [
      'Package weight',
      'Gross weight',
      'Total weight',
      'Parcel weight',
      'Box weight',
      'Actual weight',
      'Shipment weight',
      'Gross wt',
      'Total wt',
    ],
  },
  'packageInfo.quantity': {
    ko: ['박스 수', '박스 수량', '박스 개수', '포장 수량', '포장수', '패키지 수량', '패키지 수'],
    ja: ['箱数', '梱包数', '個口数', '個口', '荷物数', '口数'],
    en: [
      'Number of boxes',
      'Boxes',
      'Box quantity',
      'Box count',
      'Packages',
      'Package quantity',
      'Number of packages',
      'Parcels',
      'Cartons',
      'Ctn',
      'Ctns',
      'No of boxes',
    ],
  },
  'packageInfo.width': {
    ko: ['박스 가로', '가로', '포장 가로', '너비', '폭', '가로길이'],
    ja: ['梱包 幅', '幅', '横', '横幅'],
    en: ['Package width', 'Width', 'Box width', 'Parcel width', 'Box W', 'W (cm)'],
  },
  'packageInfo.length': {
    ko: ['박스 세로', '세로', '포장 세로', '길이', '세로길이'],
    ja: ['梱包 長さ', '長さ', '奥行', '奥行き', '縦'],
    en: ['Package length', 'Length', 'Box length', 'Parcel length', 'Depth', 'Box L', 'L (cm)'],
  },
  'packageInfo.height': {
    ko: ['박스 높이', '높이', '포장 높이'],
    ja: ['梱包 高さ', '高さ'],
    en: ['Package height', 'Height', 'Box height', 'Parcel height', 'Box H', 'H (cm)'],
  },
  'packageInfo.serviceType': {
    ko: ['서비스 타입', '서비스 종류', '서비스 유형', '서비스', '배송 서비스'],
    ja: ['サービス種別', 'サービスタイプ', 'サービス', '配送サービス'],
    en: ['Service type', 'Service', 'Shipping service'],
  },
  'orderInfo.incoterms': {
    ko: ['인코텀즈', '거래조건', '인도조건', '무역조건', '관세조건'],
    ja: ['インコタームズ', '貿易条件', '取引条件', '受渡条件'],
    en: ['Incoterms', 'Incoterm', 'Trade terms', 'Terms of trade', 'Terms of delivery'],
  },
  'orderInfo.domesticShippingNumber': {
    ko: [
      '국내 운송장번호',
      '국내 송장번호',
      '운송장번호',
      '송장번호',
      '운송장',
      '송장',
      '택배 송장번호',
      '택배번호',
      '등기번호',
      '국내 택배번호',
    ],
    ja: [
      '国内送り状番号',
      '送り状番号',
      '送り状No',
      '伝票番号',
      '配送伝票番号',
      'お荷物伝票番号',
      'お問い合わせ番号',
      'お問合せ番号',
      '問い合わせ番号',
      '追跡番号',
      '国内追跡番号',
    ],
    en: [
      'Domestic waybill',
      'Waybill',
      'Waybill number',
      'Waybill no',
      'Tracking number',
      'Tracking no',
      'Tracking',
      'Tracking ID',
      'Domestic shipping number',
      'Domestic tracking number',
      'Invoice waybill',
    ],
  },
  'orderInfo.isExportDeclaration': {
    ko: ['수출신고', '수출신고 여부', '수출신고 필요', '수출신고 유무'],
    ja: ['輸出申告', '輸出申告有無', '輸出申告の有無'],
    en: ['Export declaration', 'Declared', 'Is export declaration', 'Export declared'],
  },
  'orderInfo.exportPurpose': {
    ko: ['수출목적', '수출용도', '수출 목적 구분', '발송목적'],
    ja: ['輸出目的', '輸出用途', '発送目的'],
    en: ['Export purpose', 'Purpose', 'Purpose of export', 'Reason for export'],
  },
  'orderInfo.carrier': {
    ko: ['택배사', '배송사', '운송사', '특송사', '배송업체', '택배회사', '운송업체'],
    ja: ['配送会社', '運送会社', '配送業者', '運送業者', '配送会社名'],
    en: ['Carrier', 'Courier', 'Shipping company', 'Shipping carrier', 'Carrier name'],
  },
}

/** Columns of both sheets of orders, except items. */
export const orderEntries: Readonly<Record<string, DictionaryEntry>> = { ...people, ...matters }
