import { useTranslations } from 'use-intl'
import type { FileTrouble } from './stage'

/** Says why a file was not read, and what to do. */
export function useTrouble(): (trouble: FileTrouble) => string {
  const t = useTranslations('intake.trouble')
  const desk = useTranslations('intake.desk')
  const sentence = (trouble: FileTrouble) => {
    switch (trouble.code) {
      case 'no_rows':
      case 'gone':
      case 'away':
        return desk(trouble.code)
      case 'unclosed_quote':
      case 'lost_letters':
      case 'broken_letter':
        return t(trouble.code, { at: trouble.at })
      case 'unsupported':
      case 'packed':
      case 'locked':
        return t(trouble.code, { found: trouble.found })
      default:
        return t(trouble.code, { most: 'most' in trouble ? trouble.most : 0 })
    }
  }
  return trouble => {
    const within = 'within' in trouble ? trouble.within : undefined
    return within === undefined
      ? sentence(trouble)
      : t('within', { file: within, sentence: sentence(trouble) })
  }
}
