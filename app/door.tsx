import { requestLocale } from '@/lib/words/request-locale'
import { words } from '@/lib/words/server'
import { DoorHeading } from './door-heading'
import { LanguageLine } from './language-line'

interface Props {
  /** Absent where the content begins with a heading of its own. */
  title?: string
  lead?: string
  children: React.ReactNode
}

/** The frame of the pages that stand before the desk: one narrow column. */
export function Door({ title, lead, children }: Props) {
  return (
    <main className="mx-auto flex min-h-dvh w-80 max-w-full flex-col px-2 pt-[16vh] pb-8">
      <p className="pb-6 font-semibold text-[15px] tracking-tight">{words('desk')('name')}</p>
      {title !== undefined && <DoorHeading title={title} lead={lead} />}
      <div className={title === undefined ? undefined : 'pt-4'}>{children}</div>
      <LanguageLine label={words('desk')('languages')} current={requestLocale().language} />
    </main>
  )
}
