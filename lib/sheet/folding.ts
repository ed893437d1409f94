/**
 * Folds a text so that what is typed on the way to a word begins as the word does: no matter of width, case, Latin
 * accents, hiragana or katakana; and Hangul as the keys that are struck for it, since 일본 passes through 읿 and 일보.
 */
export const fold = (text: string): string => folded(text, foldCharacter)

/** As `fold`, but Hangul by the syllables that are written: 일 begins 일본, and not 이란. */
export const foldWritten = (text: string): string =>
  folded(text, character => (isSyllable(character) ? character : foldCharacter(character)))

function folded(text: string, foldOne: (character: string) => string): string {
  const plain = text
    .replaceAll('’', "'")
    .normalize('NFKD')
    .replaceAll(accents, '')
    .normalize('NFC')
    .toLowerCase()
  return [...plain].map(foldOne).join('').replaceAll(/\s+/g, ' ').trim()
}

/**
 * The first consonants of a Hangul text, 'ㅇㅂ' of 일본: the short way in which Koreans search.
 * @returns '' where a syllable is not Hangul
 */
export function initialsOf(text: string): string {
  const syllables = [...text.normalize('NFC').replaceAll(' ', '')]
  if (!syllables.every(isSyllable)) return ''
  return syllables.map(syllable => leads[Math.floor(offsetOf(syllable) / (21 * 28))] ?? '').join('')
}

/** Accents of Latin letters, and not the voicing marks of kana. */
const accents = /[\u0300-\u036f]/g

/** How a keyboard of two sets writes the parts of a syllable: double vowels and final clusters are two keys. */
const leads = 'ㄱ ㄲ ㄴ ㄷ ㄸ ㄹ ㅁ ㅂ ㅃ ㅅ ㅆ ㅇ ㅈ ㅉ ㅊ ㅋ ㅌ ㅍ ㅎ'.split(' ')
const vowels = 'ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ'.split(' ')
const finals =
  ' ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ'.split(
    ' ',
  )

const offsetOf = (syllable: string): number => (syllable.codePointAt(0) ?? 0) - 0xac00

const isSyllable = (character: string): boolean => character >= '가' && character <= '힣'

/** Single letters, as an input method shows them before they are a syllable, are conjoining ones after NFKD. */
function foldCharacter(character: string): string {
  if (isSyllable(character)) {
    const offset = offsetOf(character)
    const lead = leads[Math.floor(offset / (21 * 28))]
    const vowel = vowels[Math.floor(offset / 28) % 21]
    return `${lead}${vowel}${finals[offset % 28]}`
  }
  const code = character.codePointAt(0) ?? 0
  if (code >= 0x1100 && code <= 0x1112) return leads[code - 0x1100] ?? ''
  if (code >= 0x1161 && code <= 0x1175) return vowels[code - 0x1161] ?? ''
  if (code >= 0x11a8 && code <= 0x11c2) return finals[code - 0x11a7] ?? ''
  // Katakana, and the marks that repeat: the hiragana stand 0x60 before them.
  return code >= 0x30a1 && code <= 0x30f6 ? String.fromCodePoint(code - 0x60) : character
}
