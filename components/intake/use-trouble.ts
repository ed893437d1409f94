import { useTranslations } from 'use-intl'
import type { Trouble } from '@/lib/intake/table'

/** Says why a file was not read, and what to do. `gone`: reading it took more memory than there is. */
export function useTrouble(): (trouble: Trouble | { readonly code: 'gone' }) => string {
  const t = useTranslations('intake.trouble')
  const desk = useTranslations('intake.desk')
  return trouble => {
    switch (trouble.code) {
      case 'gone':
        return desk('gone')
      case 'unclosed_quote':
      case 'lost_letters':
      case 'broken_letter':
        return t(trouble.code, { at: trouble.at })
      case 'unsupported':
        return t(trouble.code, { found: trouble.found })
      default:
        return t(trouble.code, { most: 'most' in trouble ? trouble.most : 0 })
    }
  }
}
