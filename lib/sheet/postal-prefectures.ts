/** Prefectures by their numbers (JIS X 0401), from 1. */
const names =
  '北海道 青森県 岩手県 宮城県 秋田県 山形県 福島県 茨城県 栃木県 群馬県 埼玉県 千葉県 東京都 神奈川県 新潟県 富山県 石川県 福井県 山梨県 長野県 岐阜県 静岡県 愛知県 三重県 滋賀県 京都府 大阪府 兵庫県 奈良県 和歌山県 鳥取県 島根県 岡山県 広島県 山口県 徳島県 香川県 愛媛県 高知県 福岡県 佐賀県 長崎県 熊本県 大分県 宮崎県 鹿児島県 沖縄県'.split(
    ' ',
  )

/**
 * In which prefectures codes lie that begin with three digits, from each one on up to the next: `018 02+05`. Made of
 * Japan Post's table, against which lib/intake/postal.test.ts holds it; a page has no room for the table itself.
 */
const runs =
  '001 01,010 05,018 02+05,019 05,020 03,030 02,040 01,100 13,210 14,260 12,300 08,311 08+09,312 08,320 09,330 11,349 09+11,350 11,370 10+11,371 10,380 20,384 10+20,385 20,389 10+15+20,390 20,400 19,410 22,431 22+23,432 22,440 23,498 23+24,500 21,510 24,520 25+26,521 25,530 27,563 27+28,564 27,600 26,618 26+27,619 26,630 27+29,631 29,640 30,647 24+29+30,648 29+30,649 30,650 28,680 31,684 31+32,685 32,689 31,690 32,700 33,720 34,740 35,760 37,770 36,780 39,790 38,800 40,811 40+42,812 40,817 42,818 40,839 40+44,840 41,848 41+42,849 41,850 42,860 43,870 44,871 40+44,872 44,880 45,890 46,900 47,910 18,920 17,922 17+18,923 17,930 16,939 16+17,940 15,949 15+20,950 15,960 07,980 04,990 06'
    .split(',')
    .map(run => {
      const [from = '', numbers = ''] = run.split(' ')
      return { from, states: numbers.split('+').map(number => names[Number(number) - 1] ?? '') }
    })

/** By three digits; asked for every order of a draft. */
const byPrefix = new Map(
  Array.from({ length: 1000 }, (_, number) => {
    const prefix = String(number).padStart(3, '0')
    return [prefix, runs.findLast(({ from }) => from <= prefix)?.states ?? []] as const
  }),
)

/** A prefecture by its name, or by its name without 都, 府 or 県. */
const byName = new Map(names.flatMap(name => [[name, name] as const, [name.slice(0, -1), name] as const]))

/** Prefectures in which a code of seven digits can lie, by its first three; none where no code begins so. */
export const prefecturesOf = (digits: string): readonly string[] => byPrefix.get(digits.slice(0, 3)) ?? []

/**
 * Whether a prefecture, written in Japanese, is one in which the code can lie. 東京 is 東京都; another text is not
 * judged.
 * @returns the prefectures of the code where it is not
 */
export function otherPrefectures(state: string, digits: string): readonly string[] | undefined {
  const said = byName.get(state.trim()) ?? byName.get(state.normalize('NFKC').trim())
  const states = prefecturesOf(digits)
  return said === undefined || states.length === 0 || states.includes(said) ? undefined : states
}
