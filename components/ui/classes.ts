/** Joins class names; values that are false, null or undefined are left out. */
export const classes = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
