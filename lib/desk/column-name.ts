import 'server-only'
import type { Column } from '@/lib/sheet/schema/columns'
import { getTranslations } from '@/lib/words/server'

const columns = getTranslations('columns')

type Key = Parameters<typeof columns>[0]

const pathOf = ({ id }: Column) => id.replaceAll('[]', '')

/** What a column is called in full, where its group's heading is not beside it: "Recipient name". */
export const columnName = (column: Column): string => columns(`${pathOf(column)}.name` as Key)
