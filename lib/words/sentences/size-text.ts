/** A number of bytes in kilobytes or megabytes, in a language (BCP 47). */
export function sizeText(bytes: number, language: string): string {
  const isLarge = bytes >= 1024 * 1024
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(bytes / 1024 / (isLarge ? 1024 : 1))
}
