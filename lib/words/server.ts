import 'server-only'
import { createTranslator, type NamespaceKeys, type NestedKeyOf } from 'use-intl/core'
import { LOCALE, messages } from './messages'

/** A dotted path to an area of lib/words/en.json. */
export type Area = NamespaceKeys<typeof messages, NestedKeyOf<typeof messages>>

/** The sentences of one area, for code that runs on the server: `words('auth.signIn')('title')`. */
export const words = <A extends Area>(area: A) =>
  createTranslator({ locale: LOCALE, messages, namespace: area })
