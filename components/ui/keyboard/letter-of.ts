/**
 * The letter of a key, in lower case, for shortcuts; of another key its name. While a Korean or Japanese input method
 * is on, a browser may report the letter of that script instead, ㅋ for Z: then the place of the key counts.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isOfOtherScript = key > '\u007f' && /^Key[A-Z]$/.test(code)
  return (isOfOtherScript ? code.slice(-1) : key).toLowerCase()
}
