import { useCallback, useEffect, useMemo, useState } from 'react'
import type { WorkbenchActions } from '@/components/workbench/actions'
import { requestFailureOf } from '@/components/workbench/requests/request-failure'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'
import { fieldKey } from '@/lib/sheet/judge/locate'
import { isolated } from '@/lib/words/sentences/isolated'

const NONE: ConnectionChoice['fieldNames'] = []

/**
 * Passes to the workbook the columns that the service of the connection in use means by its own field names: those that
 * are stored, and those that the operator assigns here. The workbook places errors by them.
 * @returns assigns a field name to a column; undefined where the operator may not
 */
export function useFieldNames(
  connection: ConnectionChoice | undefined,
  assign: WorkbenchActions['assignFieldName'],
  mayEdit: boolean,
) {
  const { workbook, words, announce } = useWorkbench()
  const t = useWorkbenchTranslations()
  const [addedHere, setAdded] = useState<readonly { connectionId: string; field: string; column: string }[]>(
    [],
  )
  const connectionId = connection?.id ?? ''
  const known = connection?.fieldNames ?? NONE
  const { sheet } = workbook
  const names = useMemo(() => {
    const here = addedHere.filter(one => one.connectionId === connectionId)
    return new Map([...known, ...here].map(({ field, column }) => [fieldKey(field, sheet), column]))
  }, [known, addedHere, connectionId, sheet])
  useEffect(() => workbook.serverFacts.setFieldNames(names), [workbook, names])
  const connectionName = connection?.name ?? ''
  const assignTo = useCallback(
    async (errorField: string, column: string) => {
      const field = errorField.trim()
      try {
        const result = await assign({ connectionId, sheet: sheet.id, field, column })
        if (!result.ok) return announce(result.problem.message)
        setAdded(before => [...before, { connectionId, field, column }])
        const assigned = workbook.column(column)
        const name = assigned ? words.column(assigned).name : column
        announce(
          t('fields.assigned', { field: isolated(errorField), column: name, connection: connectionName }),
        )
      } catch (error) {
        announce(t(`announced.${requestFailureOf(error)}`))
      }
    },
    [assign, connectionId, connectionName, sheet, workbook, words, announce, t],
  )
  return mayEdit && connectionId !== '' ? assignTo : undefined
}
