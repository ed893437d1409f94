import 'server-only'
import { createTranslator, type NamespaceKeys, type NestedKeyOf } from 'use-intl/core'
import type { Language } from '@/lib/words/locale/languages'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { withParticles } from '@/lib/words/sentences/particles.mjs'
import { type Messages, messagesOf } from './messages'

/** A dotted path to an area of lib/words/en.json. */
export type Area = NamespaceKeys<Messages, NestedKeyOf<Messages>>

const translatorOf = <A extends Area>(area: A, language: Language) =>
  createTranslator({ locale: language, messages: messagesOf(language), namespace: area })

/** The messages of one area: `getTranslations('auth.signIn')('title')`. */
export type Words<A extends Area> = ReturnType<typeof translatorOf<A>>

/**
 * The messages of one area, for code that runs on the server. Each call uses the language of the current request, so
 * the result may be stored in a module.
 */
export function getTranslations<A extends Area>(area: A): Words<A> {
  const translators = new Map<Language, Words<A>>()
  const current = () => {
    const { language } = requestLocale()
    let translator = translators.get(language)
    if (!translator) {
      translator = translatorOf(area, language)
      translators.set(language, translator)
    }
    return { language, translator }
  }
  const t = (...args: Parameters<Words<A>>) => {
    const { language, translator } = current()
    const message = translator(...args)
    return language === 'ko' ? withParticles(message) : message
  }
  return Object.assign(t, {
    rich: (...args: Parameters<Words<A>['rich']>) => current().translator.rich(...args),
    markup: (...args: Parameters<Words<A>['markup']>) => current().translator.markup(...args),
    has: (...args: Parameters<Words<A>['has']>) => current().translator.has(...args),
  }) as unknown as Words<A>
}
