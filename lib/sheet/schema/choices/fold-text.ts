/**
 * Folds a text for search while typing: width, case, Latin accents, and hiragana or katakana do not matter. Hangul
 * becomes the letters of its keys, since typing 일본 passes through 읿 and 일보.
 */
export const foldText = (text: string): string => folded(text, foldCharacter)

/** Like `foldText`, but keeps Hangul syllables: 일 begins 일본, and not 이란. */
export const foldSyllables = (text: string): string =>
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
 * The first consonants of a Hangul text, ㅇㅂ for 일본, by which Koreans search.
 * @returns '' when a syllable is not Hangul
 */
export function initialConsonants(text: string): string {
  const syllables = [...text.normalize('NFC').replaceAll(' ', '')]
  if (!syllables.every(isSyllable)) return ''
  return syllables.map(syllable => firstConsonants[Math.floor(offsetOf(syllable) / (21 * 28))] ?? '').join('')
}

/** Accents of Latin letters, and not the voicing marks of kana. */
const accents = /[\u0300-\u036f]/g

/** Keys of a two-set keyboard for the parts of a syllable: double vowels and final clusters are two keys. */
const firstConsonants = 'ㄱ ㄲ ㄴ ㄷ ㄸ ㄹ ㅁ ㅂ ㅃ ㅅ ㅆ ㅇ ㅈ ㅉ ㅊ ㅋ ㅌ ㅍ ㅎ'.split(' ')
const vowels = 'ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ'.split(' ')
const finals =
  ' ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ'.split(
    ' ',
  )

const offsetOf = (syllable: string): number => (syllable.codePointAt(0) ?? 0) - 0xac00

const isSyllable = (character: string): boolean => character >= '가' && character <= '힣'

/** Single letters, as an input method shows them before a syllable is complete, are conjoining jamo after NFKD. */
function foldCharacter(character: string): string {
  if (isSyllable(character)) {
    const offset = offsetOf(character)
    const lead = firstConsonants[Math.floor(offset / (21 * 28))]
    const vowel = vowels[Math.floor(offset / 28) % 21]
    return `${lead}${vowel}${finals[offset % 28]}`
  }
  const code = character.codePointAt(0) ?? 0
  if (code >= 0x1100 && code <= 0x1112) return firstConsonants[code - 0x1100] ?? ''
  if (code >= 0x1161 && code <= 0x1175) return vowels[code - 0x1161] ?? ''
  if (code >= 0x11a8 && code <= 0x11c2) return finals[code - 0x11a7] ?? ''
  // Katakana and iteration marks are 0x60 above hiragana.
  return code >= 0x30a1 && code <= 0x30f6 ? String.fromCodePoint(code - 0x60) : character
}
