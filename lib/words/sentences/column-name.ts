import type { MessageKeys, NestedKeyOf } from 'use-intl/core'
import type { Messages } from '@/lib/words/messages'

type Columns = Messages['columns']

/** The messages of the area `columns`. */
export type ColumnTranslator = (key: MessageKeys<Columns, NestedKeyOf<Columns>>) => string

// The keys of columns are computed from the contract, so the compiler cannot compare them with the messages.
const nameOf = (t: ColumnTranslator, key: string, form: 'label' | 'name') =>
  t(`${key}.${form}` as Parameters<ColumnTranslator>[0])

/** A column's name where its group's heading is not beside it: "Recipient name". @param key of `wordsKeyOf` */
export const fullColumnName = (t: ColumnTranslator, key: string): string => nameOf(t, key, 'name')

/** A column's name below the heading of its group: "Name". @param key of `wordsKeyOf` */
export const shortColumnName = (t: ColumnTranslator, key: string): string => nameOf(t, key, 'label')
