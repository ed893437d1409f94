import type { useTranslations } from 'use-intl'
import { GUESS, type Recipe } from '@/lib/intake/recipe'

/** How what a file was understood by is called: by its own name, or by who found it out. */
export function recipeName(
  { id, name }: Recipe,
  t: ReturnType<typeof useTranslations<'intake.desk'>>,
): string {
  if (id === 'own') return t('summary.own')
  return name || t(id === GUESS ? 'summary.guessed' : 'summary.guess')
}
