/** `[을/를]` in a Korean message: the first after a final consonant, the second after a vowel. */
const PAIR = /\[([가-힣]{1,3})\/([가-힣]{1,3})\]/g

/** Whether the names of the digits end in a consonant: 영 일 이 삼 사 오 육 칠 팔 구. */
const DIGITS = [true, true, false, true, false, false, true, true, true, false]
/** Digits and letters whose names end in ㄹ, after which 으로 becomes 로: 일, 칠, 팔, 엘, 알. */
const ENDS_IN_RIEUL = new Set(['1', '7', '8', 'l', 'r'])
/** Latin letters whose Korean names end in a consonant: 엘 엠 엔 알. */
const CLOSED_LETTERS = new Set(['l', 'm', 'n', 'r'])

/**
 * Chooses the particles of a formatted Korean message by the word before them.
 * @param {string} text
 * @returns {string}
 */
export function withParticles(text) {
  if (!text.includes('[')) return text
  return text.replace(PAIR, (_, closed, open, at) => {
    const ending = endingOf(text.slice(0, at))
    // 로 follows a vowel and ㄹ alike.
    if (closed === '으로') return ending === 'closed' ? closed : open
    return ending === 'open' ? open : closed
  })
}

/** How the last word sounds at its end. Quotes, brackets and signs of direction are passed over. */
function endingOf(before) {
  const last = /([\p{L}\p{N}])[^\p{L}\p{N}]*$/u.exec(before)?.[1]?.toLowerCase()
  if (last === undefined) return 'open'
  if (/[a-z]/.test(last)) return latinEnding(before)
  if (ENDS_IN_RIEUL.has(last)) return 'rieul'
  if (/[가-힣]/.test(last)) {
    const final = (last.charCodeAt(0) - 0xac00) % 28
    return final === 0 ? 'open' : final === 8 ? 'rieul' : 'closed'
  }
  // A number that ends in zeros is read 십, 백, 천, 만 or 억, which all end in a consonant, as 영 does.
  if (/[0-9]/.test(last)) return DIGITS[Number(last)] ? 'closed' : 'open'
  // Kana end in a vowel except ん; the sound of other letters is not known here.
  return last === 'ん' || last === 'ン' ? 'closed' : 'open'
}

/**
 * A Latin word is read as it sounds, one in capitals letter by letter. A word ends in a consonant where it ends in
 * m, n, ng, ck or ook, or in b, c, k, p or t after one vowel: Market is 마켓, but Test is 테스트 and Partner is 파트너.
 */
const latinEnding = before => {
  const word = /([a-z]+)[^\p{L}\p{N}]*$/iu.exec(before)?.[1] ?? ''
  const last = word.slice(-1).toLowerCase()
  if (word === word.toUpperCase()) {
    if (ENDS_IN_RIEUL.has(last)) return 'rieul'
    return CLOSED_LETTERS.has(last) ? 'closed' : 'open'
  }
  if (last === 'l') return 'rieul'
  return /(?:[mn]|ng|ck|ook|(?<![aeiou])[aeiou][bckpt])$/i.test(word) ? 'closed' : 'open'
}
