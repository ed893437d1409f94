import 'server-only'
import type { Column } from '@/lib/sheet/schema/columns'
import { getTranslations } from '@/lib/words/server'

const columns = getTranslations('columns')

type Key = Parameters<typeof columns>[0]

const pathOf = ({ id }: Column) => id.replaceAll('[]', '')

/** The full name of a column, for places without its group's heading: "Recipient name". */
export const columnName = (column: Column): string => columns(`${pathOf(column)}.name` as Key)
