/**
 * The Excel file of a Korean shop of its own, with headings that no dictionary has: two orders in three rows, below the
 * headings.
 * @param prefix of the order numbers, because journeys of one server must not share them
 */
export const ownShopTable = (prefix: string): readonly (readonly string[])[] => [
  ['접수', '주문 번호*', '누구에게', '받는분 전화', '우편', '배송지 주소', '물건', '몇개', '한개값', '나라'],
  [
    'R-1',
    `${prefix}-1001`,
    '山田太郎',
    '090-1234-5678',
    '150-0041',
    '東京都渋谷区神南1-2-3',
    '양말',
    '2',
    '12000',
    '닛뽄',
  ],
  ['R-1', `${prefix}-1001`, '', '', '', '', '모자', '1', '9000', '닛뽄'],
  [
    'R-2',
    `${prefix}-1002`,
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
