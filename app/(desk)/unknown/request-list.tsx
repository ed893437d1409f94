'use client'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { RequestTarget } from '@/app/(desk)/history/request-target'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { classes } from '@/components/ui/classes'
import { Time } from '@/components/ui/text/time'
import type { UnknownRequest } from '@/lib/desk-api/runs/unconfirmed'
import { keyText } from '@/lib/desk-api/runs/unconfirmed-key'

interface Props {
  requests: readonly UnknownRequest[]
  /** Key of the one that is looked at. */
  chosen: string | undefined
  /** From 1. */
  page: number
  size: number
  count: number
}

/** Requests with unconfirmed orders, the one sent last first. */
export function RequestList({ requests, chosen, page, size, count }: Props) {
  const t = useTranslations('unknown')
  return (
    <nav
      aria-label={t('requests')}
      className="max-h-[30vh] shrink-0 overflow-y-auto border-line border-b bg-panel min-[1200px]:max-h-none min-[1200px]:w-72 min-[1200px]:border-r min-[1200px]:border-b-0"
    >
      <ul>
        {requests.map(request => {
          const key = keyText(request)
          return (
            <li key={key}>
              <Link
                href={`/unknown?page=${page}&request=${key}`}
                prefetch={false}
                aria-current={key === chosen ? 'true' : undefined}
                className={classes(
                  'flex flex-col gap-0.5 border-line-soft border-b px-3.5 py-2 -outline-offset-2',
                  key === chosen ? 'bg-shade' : 'hover:bg-shade',
                )}
              >
                <span className="flex items-baseline gap-2">
                  <span className="font-medium">
                    {t('count', { scope: request.scope, count: request.count })}
                  </span>
                  <Time
                    at={request.sentAt ?? request.since}
                    kind="clock"
                    className="ml-auto text-ink-3 text-xs"
                  />
                </span>
                <span className="truncate text-ink-2 text-xs">{request.draftName}</span>
                <span className="text-xs">
                  <RequestTarget of={request} />
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      {count > size && (
        <p className="flex items-center gap-2 px-3.5 py-2 text-ink-2 text-xs">
          {page > 1 && (
            <Link href={`/unknown?page=${page - 1}`} className={buttonClasses('plain', 'small')}>
              {t('newer')}
            </Link>
          )}
          {t('pageOf', {
            from: (page - 1) * size + 1,
            to: Math.min(page * size, count),
            count,
          })}
          {page * size < count && (
            <Link href={`/unknown?page=${page + 1}`} className={buttonClasses('plain', 'small')}>
              {t('older')}
            </Link>
          )}
        </p>
      )}
    </nav>
  )
}
