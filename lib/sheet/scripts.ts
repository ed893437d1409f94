/** Hiragana, katakana of both widths, and Chinese characters as Japanese writes them. */
const japanese = /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}々ー]/u
const hangul = /\p{sc=Hang}/u
const latin = /\p{sc=Latn}/u
const latinWord = /\p{sc=Latn}{3}/u
// Digits, # and * can be drawn as pictures, too: they are texts until something says otherwise.
const picture = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Regional_Indicator}/u
const company = /株式会社|有限会社|合同会社|合資会社|合名会社|\((?:株|有|同|資|名)\)/

/** Whether a text is written in Japanese: with kana or kanji, and without Hangul. */
export const isJapanese = (text: string): boolean => japanese.test(text) && !hangul.test(text)

/** Whether a text holds Hangul; decomposed letters count. */
export const hasHangul = (text: string): boolean => hangul.test(text)

/** Whether a text that has no kana and no kanji is still fit for a Japanese address: 1-2-3, 4F, B棟; no words of others. */
export const isNeutral = (text: string): boolean => !hangul.test(text) && !latinWord.test(text)

/** Whether a text holds pictures such as 😀. */
export const hasEmoji = (text: string): boolean => picture.test(text)

/** Whether a name is written in more than one script: 山田 Taro, 김山田. Width does not matter. */
export function isMixed(text: string): boolean {
  const plain = text.normalize('NFKC')
  const scripts = [japanese, hangul, latin].filter(script => script.test(plain))
  return scripts.length > 1
}

/** The word by which a name is a company's: 株式会社, (有), ㈱; undefined where it is none. */
export const companyWord = (text: string): string | undefined => company.exec(text.normalize('NFKC'))?.[0]
