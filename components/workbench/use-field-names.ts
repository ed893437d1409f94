import { useCallback, useEffect, useMemo, useState } from 'react'
import { fieldKey } from '@/lib/sheet/locate'
import type { Workbook } from '@/lib/sheet/workbook'
import { isolated } from '@/lib/words/isolated'
import type { ConnectionChoice, WorkbenchActions } from './actions'
import type { SheetWords } from './grid-source'
import { whyUnheard } from './unheard'
import { useSay } from './use-say'

const NONE: ConnectionChoice['fieldNames'] = []

interface Desk {
  readonly workbook: Workbook
  readonly words: SheetWords
  readonly chosen: ConnectionChoice | undefined
  readonly assign: WorkbenchActions['assignField']
  readonly mayEdit: boolean
  readonly announce: (sentence: string) => void
}

/**
 * What the service of the connection in use calls columns: what was said before, and what is said here. The workbook
 * places errors by it.
 * @returns says it of one field more; undefined where the operator may not
 */
export function useFieldNames({ workbook, words, chosen, assign, mayEdit, announce }: Desk) {
  const t = useSay()
  const [added, setAdded] = useState<readonly { connectionId: string; field: string; column: string }[]>([])
  const connectionId = chosen?.id ?? ''
  const known = chosen?.fieldNames ?? NONE
  const names = useMemo(() => {
    const here = added.filter(one => one.connectionId === connectionId)
    return new Map([...known, ...here].map(({ field, column }) => [field, column]))
  }, [known, added, connectionId])
  useEffect(() => workbook.knowFieldNames(names), [workbook, names])
  const sheet = workbook.sheet
  const connection = chosen?.name ?? ''
  const assignTo = useCallback(
    async (errorField: string, column: string) => {
      const field = fieldKey(errorField, sheet)
      try {
        const answer = await assign({ connectionId, sheet: sheet.id, field, column })
        if (!answer.ok) return announce(answer.problem.message)
        setAdded(before => [...before, { connectionId, field, column }])
        const known = workbook.column(column)
        const name = known ? words.column(known).name : column
        announce(t('fields.assigned', { field: isolated(errorField), column: name, connection }))
      } catch (error) {
        announce(t(`said.${whyUnheard(error)}`))
      }
    },
    [assign, connectionId, connection, sheet, workbook, words, announce, t],
  )
  return mayEdit && connectionId !== '' ? assignTo : undefined
}
