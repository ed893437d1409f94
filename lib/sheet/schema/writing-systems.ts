// Ranges instead of script properties: they are tested for every order of a draft, and are ten times as fast.
/** Kana of both widths, and Chinese characters as Japanese writes them. */
const japanese =
  /[\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\ud840-\ud88c]/
const besideMark = new RegExp(`${japanese.source}\\s?\\?|\\?\\s?${japanese.source}`)
/** Syllables, and the letters of both widths that make them. */
const hangul = /[\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7fb\uffa1-\uffdc]/
/** Digits, signs, full-width kana and kanji: one script, and no pictures. */
const pure = /^[ -@\u3000-\u3029\u3041-\u30ff\u4e00-\u9fff]*$/
const latin = /\p{sc=Latn}/u
const latinWord = /\p{sc=Latn}{3}/u
// Digits, # and * have emoji forms as well: without a variation selector they are text.
const picture = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Regional_Indicator}/u
const company = /株式会社|有限会社|合同会社|合資会社|合名会社|\((?:株|有|同|資|名)\)/

/** Whether a text is written in Japanese: with kana or kanji, and without Hangul. */
export const isJapanese = (text: string): boolean => japanese.test(text) && !hangul.test(text)

/** Whether a text holds Hangul; decomposed letters count. */
export const hasHangul = (text: string): boolean => hangul.test(text)

/** Whether a text without kana and kanji is possible in a Japanese address: 1-2-3, 4F, B棟, but no Latin words. */
export const isScriptNeutral = (text: string): boolean => !hangul.test(text) && !latinWord.test(text)

/** Whether a text holds pictures such as 😀. */
export const hasEmoji = (text: string): boolean => picture.test(text)

/**
 * Whether a question mark takes the place of a Japanese character: 一? for 一郎. Programs write it for characters that
 * their encoding lacks, and Korean files (CP949) lack many of Japan's.
 */
export const hasReplacedCharacters = (text: string): boolean =>
  text.includes('?') && (besideMark.test(text) || !/[^?\s]/.test(text))

/** Whether a name is written in more than one script: 山田 Taro, 김山田. Width does not matter. */
export function hasMixedScripts(text: string): boolean {
  const plain = text.normalize('NFKC')
  const scripts = [japanese, hangul, latin].filter(script => script.test(plain))
  return scripts.length > 1
}

/** Whether a name is only full-width Japanese and has no word for a company. Most names pass this quick test. */
export const isPlainJapaneseName = (text: string): boolean => pure.test(text) && !/会社|\(/.test(text)

/** The word in a name that marks a company: 株式会社, (有), ㈱; undefined when there is none. */
export const companyWord = (text: string): string | undefined => company.exec(text.normalize('NFKC'))?.[0]
