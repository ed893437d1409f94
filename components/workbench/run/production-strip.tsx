import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'

/** Shows by word, colour and frame that the connection in use is production. */
export function ProductionStrip({ connection }: { connection: ConnectionChoice | undefined }) {
  const t = useTranslations('production')
  if (connection?.environment !== 'production') return null
  return (
    <>
      <div className="flex h-6 shrink-0 items-center justify-center gap-1.5 bg-env-production px-3.5 text-env-production-ink text-xs">
        <TriangleAlert className="size-3.5 shrink-0" aria-hidden />
        <strong className="min-w-0 truncate font-semibold" title={connection.name}>
          {t('strip', { name: connection.name })}
        </strong>
        <span className="shrink-0 truncate opacity-90 max-[900px]:hidden">{connection.host}</span>
      </div>
      <div
        aria-hidden
        className="pointer-events-none absolute inset-0 z-20 border-2 border-env-production border-t-0"
      />
    </>
  )
}
