/** 0120 and its like: free of charge, or billed otherwise; how their digits go together differs. */
const special = /^0(120|570|990|180|170)$/

/**
 * The three parts of a Japanese telephone number that stood as numbers in as many cells, and lost their zeros there. The
 * last has four digits; the two before it six together, of a mobile or an IP telephone seven.
 * @returns the parts as they are where nothing says that zeros were lost
 */
export function restoredTelephone(parts: readonly string[]): readonly string[] {
  const [area = '', exchange = '', number = '', ...more] = parts.map(part => part.trim())
  const isLost = [area, exchange, number].every(part => /^\d+$/.test(part)) && !area.startsWith('0')
  if (more.length > 0 || !isLost) return parts
  const first = `0${area}`
  if (special.test(first)) return [first, exchange, number]
  const between = /^0[5-9]0$/.test(first) ? 4 : 6 - first.length
  return [first, exchange.padStart(between, '0'), number.padStart(4, '0')]
}
