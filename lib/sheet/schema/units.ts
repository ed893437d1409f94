import type { Column } from './columns'

/**
 * The unit in which the desk takes the numbers of a column. The API document names none; imports convert and warnings
 * judge as if it were this one.
 */
export function assumedUnit({ id }: Pick<Column, 'id'>): 'kg' | 'cm' | undefined {
  if (id.endsWith('.actualWeight')) return 'kg'
  return /^packageInfo\.(width|length|height)$/.test(id) ? 'cm' : undefined
}
