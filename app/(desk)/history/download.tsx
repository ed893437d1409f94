'use client'
import { Download as Icon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Menu } from '@/components/ui/overlay/menu'
import type { Sheet } from '@/lib/sheet/schema/sheets'

/** The scope of a download: one registration, or a whole draft. */
export type Downloaded = { readonly runId: string } | { readonly draftId: string }

/**
 * The address of the file with the ids of a run or a draft.
 * @param columns `used`: without columns that are blank in all lines
 */
export function downloadAddress(what: Downloaded, format: 'xlsx' | 'csv', columns: 'used' | 'all'): string {
  const of = 'runId' in what ? `runs/${what.runId}` : `drafts/${what.draftId}`
  return `/history/${of}/ids?format=${format}&columns=${columns}`
}

/** Downloads the numbers and ids of orders, or products, beside the lines of the draft that they came from. */
export function Download({ what, record }: { what: Downloaded; record: Sheet['recordType'] }) {
  const t = useTranslations('history.download')
  const act = (id: 'xlsx' | 'csv' | 'xlsxAll' | 'csvAll') => ({
    id,
    label: t(id),
    onSelect: () =>
      window.location.assign(
        downloadAddress(what, id.startsWith('xlsx') ? 'xlsx' : 'csv', id.endsWith('All') ? 'all' : 'used'),
      ),
  })
  return (
    <Menu
      align="end"
      trigger={
        <Button>
          <Icon aria-hidden />
          {t('label', { record })}
        </Button>
      }
      acts={[act('xlsx'), act('csv'), act('xlsxAll'), act('csvAll')]}
    />
  )
}
