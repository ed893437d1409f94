/** A typed whole number, in digits of any width and with any separators; undefined: it is not a number. */
export function readCount(text: string): number | undefined {
  const digits = text.normalize('NFKC').replace(/[\s,.'’٬]/gu, '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}
