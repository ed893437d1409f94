'use client'
import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { HelpLink } from '@/app/(desk)/help/help-link'
import { Button } from '@/components/ui/buttons/button'
import { buttonClasses } from '@/components/ui/buttons/button-classes'

/** The digest of errors while the database cannot be used (lib/auth/session.ts). */
const UNAVAILABLE = 'unavailable'

/**
 * Replaces a page that failed. Its button loads the whole page again: the code that failed may be older than the server
 * that now responds.
 */
export default function Broken({ error }: { error: Error & { digest?: string } }) {
  const t = useTranslations('desk.broken')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    console.error(error)
    title.current?.focus()
  }, [error])
  return (
    <div role="alert" className="m-auto w-96 max-w-full p-4">
      <h1 ref={title} tabIndex={-1} className="font-semibold text-base outline-none">
        {t('title')}
      </h1>
      <p className="pt-1 pb-4 text-ink-2">{t(error.digest === UNAVAILABLE ? 'unavailable' : 'body')}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" onClick={() => location.reload()}>
          {t('again')}
        </Button>
        <Link href="/" className={buttonClasses()}>
          {t('back')}
        </Link>
        <HelpLink href="/help/troubleshooting">{t('guide')}</HelpLink>
      </div>
    </div>
  )
}
