/** Texts that mean yes or no in a cell, in the languages of the shops. None of them may mean both, or anything else. */
const words: Readonly<Record<'true' | 'false', readonly string[]>> = {
  true: [
    ...['true', 'yes', 'y', '1', 'o', '○', '◯', '〇'],
    ...['예', '네', '응', '유', '있음'],
    ...['はい', '有', '有り', 'あり', '是'],
  ],
  false: [
    ...['false', 'no', 'n', '0', 'x', '×'],
    ...['아니요', '아니오', '아뇨', '무', '없음'],
    ...['いいえ', '無', '無し', 'なし', '否'],
  ],
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ...words.true.map(word => [word, true] as const),
  ...words.false.map(word => [word, false] as const),
])

/** The words that mean a flag; none for any other code. */
export const flagNames = (code: string): readonly string[] =>
  code === 'true' || code === 'false' ? words[code] : []

/** Whether a text means yes or no, in any case and width; undefined when it means neither. */
export const readFlagWord = (text: string): boolean | undefined =>
  flags.get(text) ?? flags.get(text.normalize('NFKC').trim().toLowerCase())

/** Texts that are read as a flag without folding case or width. */
export const flagWords: ReadonlySet<string> = new Set(flags.keys())
