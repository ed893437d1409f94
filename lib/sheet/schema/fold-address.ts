/** Folds a text for comparison: width, case, blanks and hyphens do not matter. */
export const foldAddress = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}−]/gu, '')
    .toLowerCase()
