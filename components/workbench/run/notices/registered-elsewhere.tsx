import { Info } from 'lucide-react'
import { Button } from '@/components/ui/buttons/button'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { RegisteredElsewhere as Place } from '@/lib/desk-api/runs/runs'
import type { Connection } from '../use-connection'

interface Props {
  places: readonly Place[]
  connection: Connection
  /** Whether the connection cannot be changed now. */
  isBusy: boolean
}

/** Says above the sheet how many orders of the draft are registered at other connections, and switches to them. */
export function RegisteredElsewhere({ places, connection, isBusy }: Props) {
  const t = useWorkbenchTranslations()
  const { grid } = useWorkbench()
  // The connection was just changed, and its outcomes are not read yet.
  const shown = places.filter(place => place.connectionId === null || place.connectionId !== connection.id)
  if (shown.length === 0) return null
  return (
    <section
      aria-label={t('registeredElsewhere.label')}
      className="shrink-0 border-line border-b bg-warn-bg px-3.5 py-1"
    >
      <ul>
        {shown.map(({ connectionId, at, count }) => (
          <li key={at} className="flex min-h-7 flex-wrap items-center gap-x-2">
            <Info className="size-4 shrink-0 text-warn" aria-hidden />
            <span className="min-w-0 break-words">
              {t('registeredElsewhere.count', { count, connection: at })}
            </span>
            {connectionId !== null && (
              <Button
                size="small"
                aria-label={t('registeredElsewhere.showAt', { connection: at })}
                disabled={isBusy}
                focusableWhenDisabled
                onClick={() => {
                  connection.choose(connectionId)
                  grid.current?.focus()
                }}
              >
                {t('registeredElsewhere.show')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
