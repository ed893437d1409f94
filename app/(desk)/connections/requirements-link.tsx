'use client'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import type { ConnectionView } from '@/lib/desk-api/connections/connections'

interface Props {
  connection: ConnectionView
  /** How many there are. */
  count: number
}

/** The way to what a connection requires of orders beyond its API. */
export function RequirementsLink({ connection, count }: Props) {
  const t = useTranslations('connections.requirements')
  return (
    <p className="pt-2">
      <Link
        href={`/connections/${encodeURIComponent(connection.id)}`}
        aria-label={t('openOf', { connection: connection.name, count })}
        className={buttonClasses('plain', 'small')}
      >
        {t('open', { count })}
      </Link>
    </p>
  )
}
