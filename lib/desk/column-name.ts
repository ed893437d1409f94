import 'server-only'
import { type Column, wordsKeyOf } from '@/lib/sheet/schema/columns'
import { fullColumnName } from '@/lib/words/sentences/column-name'
import { getTranslations } from '@/lib/words/server'

const columns = getTranslations('columns')

/** A column's name where its group's heading is not beside it: "Recipient name". */
export const columnName = (column: Column): string => fullColumnName(columns, wordsKeyOf(column))
