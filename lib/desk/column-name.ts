import 'server-only'
import { type Column, wordsKeyOf } from '@/lib/sheet/schema/columns'
import { getTranslations } from '@/lib/words/server'

const columns = getTranslations('columns')

type Key = Parameters<typeof columns>[0]

/** What a column is called in full, where its group's heading is not beside it: "Recipient name". */
export const columnName = (column: Column): string => columns(`${wordsKeyOf(column)}.name` as Key)
