import { requestLocale } from '@/lib/words/locale/request-locale'
import { pickMessages } from '@/lib/words/messages'
import { WordsProvider } from './words-provider'

interface Props {
  /** Dotted paths of lib/words. app/page-messages.test.ts reports those that a page lacks. */
  areas: readonly string[]
  children: React.ReactNode
}

/** Gives components in the browser the messages of some areas, besides those of outer pages. */
export function Words({ areas, children }: Props) {
  const { language, timeZone } = requestLocale()
  return (
    <WordsProvider
      language={language}
      timeZone={timeZone}
      now={Date.now()}
      areas={areas.join(' ')}
      messages={pickMessages(language, areas)}
    >
      {children}
    </WordsProvider>
  )
}
