import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Meeting } from './together'
import { useNames } from './use-names'

/** Says to whoever saved last whom they met. */
export function useMeetings(): (met: readonly Meeting[]) => string {
  const t = useTranslations('together.met')
  const nameOf = useNames()
  return useCallback(
    (met: readonly Meeting[]) => {
      const names = [...new Set(met.map(({ by }) => nameOf(by)))].join(', ')
      const of = (kind: Meeting['kind']) => met.filter(one => one.kind === kind)
      const cells = of('replaced').reduce((sum, { texts }) => sum + Object.keys(texts).length, 0)
      const said = [
        cells > 0 && t('replaced', { count: cells, names }),
        of('revived').length > 0 && t('revived', { count: of('revived').length, names }),
        of('kept').length > 0 && t('kept', { count: of('kept').length, names }),
      ]
      return said.filter(sentence => sentence !== false).join(' ')
    },
    [t, nameOf],
  )
}
