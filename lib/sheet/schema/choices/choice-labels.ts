/** Kind of codes in a column, by its name in `Intl`. */
export type IntlCodeKind = 'region' | 'currency'

/** Kind of codes in a column; undefined when `Intl` has no names for them. @param column id */
export function codeKindOf(column: string): IntlCodeKind | undefined {
  if (/country$/i.test(column)) return 'region'
  return /currency$/i.test(column) ? 'currency' : undefined
}

/**
 * What codes mean, for those that `Intl` does not know, in the languages of the screens. Cells show a label beside its
 * code, so it is short; a label that is typed or pasted is read as its code (read-code.ts).
 */
const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    true: 'Yes',
    false: 'No',
    DAP: 'Duties unpaid',
    DDP: 'Duties paid',
    SAMPLE: 'Sample',
    COMMERCIAL: 'For sale',
    POD: 'For Russia',
  },
  ko: {
    true: '예',
    false: '아니요',
    DAP: '관세 미포함',
    DDP: '관세 포함',
    SAMPLE: '샘플',
    COMMERCIAL: '상업용',
    POD: '러시아행',
  },
  ja: {
    true: 'はい',
    false: 'いいえ',
    DAP: '関税着払い',
    DDP: '関税元払い',
    SAMPLE: 'サンプル',
    COMMERCIAL: '販売用',
    POD: 'ロシア向け',
  },
}

/**
 * The label of a code: Japan for JP, Yes for true.
 * @param language of the screen; English where it has no labels
 * @returns undefined when the code has none
 */
export const labelOf = (
  code: string,
  kind: IntlCodeKind | undefined,
  language: string,
): string | undefined => (kind ? namesIn(language, kind).of(code) : (labels[language] ?? labels.en)?.[code])

/** The labels of a code in all languages of the screens; those of `Intl` are not among them. */
export const labelsOf = (code: string): string[] =>
  Object.values(labels).flatMap(inLanguage => inLanguage[code] ?? [])

const displayNames = new Map<string, Intl.DisplayNames>()

/** The names of `Intl` in one language. */
export function namesIn(
  language: string,
  type: IntlCodeKind,
  style: 'long' | 'short' = 'long',
): Intl.DisplayNames {
  const key = `${language} ${type} ${style}`
  const names =
    displayNames.get(key) ?? new Intl.DisplayNames(language, { type, style, fallback: 'none' as const })
  displayNames.set(key, names)
  return names
}
