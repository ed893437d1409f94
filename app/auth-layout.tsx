import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'
import { AuthHeading } from './auth-heading'
import { LanguageLine } from './language-line'

interface Props {
  /** Absent where the content has a heading of its own. */
  title?: string
  lead?: string
  children: React.ReactNode
}

/** The frame of the pages before sign-in: one narrow column. */
export function AuthLayout({ title, lead, children }: Props) {
  return (
    <main className="mx-auto flex min-h-dvh w-80 max-w-full flex-col px-2 pt-[16vh] pb-8">
      <p className="pb-6 font-semibold text-[15px] tracking-tight">{getTranslations('desk')('name')}</p>
      {title !== undefined && <AuthHeading title={title} lead={lead} />}
      <div className={title === undefined ? undefined : 'pt-4'}>{children}</div>
      <LanguageLine label={getTranslations('desk')('languages')} current={requestLocale().language} />
    </main>
  )
}
