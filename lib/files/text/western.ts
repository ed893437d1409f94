/** Letters of the bytes 80 to 9f, which begin most characters of Japanese and Korean texts. */
const HIGH = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/**
 * Decodes Windows-1252, in which nearly every byte is a character. TextDecoder of some versions of Node reads the bytes
 * 80 to 9f as control characters.
 */
export function decodeWestern(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length)
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    units[at] = byte < 0x80 || byte > 0x9f ? byte : HIGH.charCodeAt(byte - 0x80)
  }
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units)
}

/** Letters that hardly any text has, but Japanese bytes often give, and those that Windows-1252 lacks. */
const foreign = /[\x80-\x9f‚ƒ†‡ˆ‰‹˜›]/
/**
 * Letters that bytes of Windows-1250 give: námìstí of náměstí, Dvoøák of Dvořák, Kováèek of Kováček, Markoviæ of
 * Marković, Gdañsk of Gdańsk, Paw³owski of Pawłowski. Texts in Windows-1252 have ì and ù at the end of a word, as in così
 * and più, and the others beside other letters.
 */
const centralEuropean =
  /[a-z][ìù][a-z]|ø[áéíúýš]|[áéíúý]ø|è[áíúý]|[áíúý]è|iæ(?![a-zß-ÿ])|ñsk|[a-zß-ÿ][³¹¿][a-zß-ÿ]/i
/** Letters that bytes of Windows-1254 and Windows-1250 give, Ayþe of Ayşe and Ðorðe of Đorđe, and that Icelandic has. */
const thornOrEth = /[þð]/i
/** Letters of nearly every Icelandic name or address, which those languages lack. */
const acute = /[áéíóú]/i
const accented = /[a-z][À-ÖØ-öø-ÿ]|[À-ÖØ-öø-ÿ][a-z]/i
const apostrophe = /[a-z]’[a-z]/i
/** Characters that only Windows-1252 has: ISO-8859-1 and the bytes of half-width kana lack them. */
const windowsLetter = /[€„…Š’Œ‘Ž“”•–—™š›œžŸ]/
/** Bytes above 127 next to each other. In Japanese and Korean texts most of them are. */
const MAX_RUN = 3
const MIN_SINGLE_SHARE = 0.8

/**
 * Whether a text that was decoded as Windows-1252 looks like one: letters with accents, or apostrophes, among Latin
 * letters, and nothing that hints at bytes of another encoding.
 */
export const isLikelyWestern = (text: string): boolean =>
  isPossiblyWestern(text) && (accented.test(text) || apostrophe.test(text))

/** Whether a text, or a part of one, has nothing that hints at bytes of another encoding. */
export function isPossiblyWestern(text: string): boolean {
  if (foreign.test(text) || centralEuropean.test(text) || !isIcelandic(text)) return false
  const runs = text.match(/[^\0-\x7f]+/g) ?? []
  const single = runs.filter(run => run.length === 1)
  return single.length >= runs.length * MIN_SINGLE_SHARE && runs.every(run => run.length <= MAX_RUN)
}

/** Whether the lines of a text with þ or ð, if any, are mostly Icelandic. */
function isIcelandic(text: string): boolean {
  if (!thornOrEth.test(text)) return true
  const lines = text.split('\n').filter(line => thornOrEth.test(line))
  return lines.filter(line => acute.test(line)).length * 2 > lines.length
}

/** Whether a likely Western text is one beyond doubt: nearly every Japanese one has some of the other bytes. */
export const isSurelyWestern = (text: string): boolean => !windowsLetter.test(text)
