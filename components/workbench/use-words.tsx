import { useContext, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { FailureParams } from '@/lib/contract/failures'
import type { Warehouse } from '@/lib/contract/warehouses'
import type { Column } from '@/lib/sheet/columns'
import { linksOf } from '@/lib/sheet/links'
import type { Mark } from '@/lib/sheet/marks'
import { isolated } from '@/lib/words/isolated'
import { failureSentence } from '@/lib/words/sentences'
import { EditorNote, hasNote } from './editor-note'
import type { SheetWords } from './grid-source'
import { useFinders } from './use-choices'
import { RecordNoun, useSay } from './use-say'

const NONE: readonly Warehouse[] = []

/**
 * The sentences of a sheet in the operator's language.
 * @param connection the name of the one in use
 * @param warehouses that it has; the same array until they change
 */
export function useSheetWords(connection: string, warehouses: readonly Warehouse[] = NONE): SheetWords {
  const columns = useTranslations('columns')
  const groups = useTranslations('columnGroups')
  const origins = useTranslations('intake.fill.origins')
  const t = useSay()
  const record = useContext(RecordNoun)
  const finder = useFinders(warehouses)
  return useMemo(() => {
    const sentence = (mark: Mark) => {
      const said =
        mark.source === 'desk' && mark.code
          ? failureSentence(mark.code, timed(mark.params ?? {}), record)
          : isolated(mark.message ?? '')
      const doubt = mark.oneOf > 1 && t('tip.oneOf', { field: isolated(mark.field ?? ''), count: mark.oneOf })
      return [said, doubt, mark.stale && t('tip.stale')].filter(Boolean).join(' ')
    }
    const origin = (mark: Mark) => {
      if (mark.source === 'desk') return t('tip.desk')
      const position =
        mark.position === undefined ? '' : ` · ${t('tip.position', { position: mark.position })}`
      const code =
        mark.errorCode === undefined ? '' : ` · ${t('tip.errorCode', { code: isolated(mark.errorCode) })}`
      return `${connection}${position}${code}`
    }
    return {
      column: (column: Column) => {
        const path = column.id.replaceAll('[]', '')
        return { label: columns(`${path}.label`), name: columns(`${path}.name`), group: groups(column.group) }
      },
      sentence,
      origin: ({ kind, of, review }) =>
        [origins(of === undefined ? kind : `${kind}Of`, { of: of ?? '' }), review && origins('review')]
          .filter(Boolean)
          .join(' '),
      sign: sign => t(`signs.${sign}`),
      // A cell may have several marks that say the same; it is said once.
      tip: (_line, _column, marks) =>
        [...new Map(marks.map(mark => [sentence(mark), mark]))].map(([said, mark]) => (
          <p key={said}>
            {said}
            {mark.path !== undefined && (
              // For the pointer; by keyboard the side panel has the same link.
              <a href={mark.path} tabIndex={-1} className="block underline">
                {t('tip.open')}
              </a>
            )}
            <small>{origin(mark)}</small>
          </p>
        )),
      help: {
        finder,
        note: beside =>
          hasNote(beside, finder(beside.column)) && (
            <EditorNote
              beside={beside}
              finder={finder(beside.column)}
              failure={(code, params) => failureSentence(code, params, record)}
            />
          ),
        link: (column, text) =>
          column.url
            ? linksOf(column, text).find(({ address }) => address !== undefined)?.address
            : undefined,
      },
      said: (key, values) => t(`said.${key}`, values),
    }
  }, [columns, groups, origins, t, record, connection, finder])
}

/** Times as the operator's clock shows them, with the day where it is another one. */
function timed(params: FailureParams): FailureParams {
  if (typeof params.at !== 'string') return params
  const at = new Date(params.at)
  const isToday = at.toDateString() === new Date().toDateString()
  const format = new Intl.DateTimeFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(!isToday && { month: 'short', day: 'numeric' }),
  })
  return { ...params, time: format.format(at) }
}
