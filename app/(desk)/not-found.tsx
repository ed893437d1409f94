import type { Metadata } from 'next'
import Link from 'next/link'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('desk.notFound')

export const generateMetadata = (): Metadata => ({ title: t('title') })

/** Within the desk: an address without a page, or of something that was deleted. */
export default function NotFound() {
  return (
    <div className="m-auto w-96 max-w-full p-4">
      <h1 className="font-semibold text-base">{t('title')}</h1>
      <p className="pt-1 pb-4 text-ink-2">{t('body')}</p>
      <Link href="/" className={buttonClasses()}>
        {t('back')}
      </Link>
    </div>
  )
}
