import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { classes } from '@/components/ui/classes'
import { popupClasses } from '@/components/ui/overlay/popup'
import type { DraftRow } from '@/lib/desk-api/drafts/drafts'
import { useArchive } from './use-archive'

interface Props {
  /** The selected drafts. */
  drafts: readonly DraftRow[]
  isArchived: boolean
  /** Ends the selection. */
  onEnd: () => void
}

/** What can be done with all selected drafts. It floats over the list, so that no row moves when it appears. */
export function SelectionBar({ drafts, isArchived, onEnd }: Props) {
  const t = useTranslations('drafts')
  const archive = useArchive()
  return (
    <section
      aria-label={t('selection.label')}
      className={classes(
        popupClasses,
        'sticky bottom-4 z-20 mx-auto mt-4 flex shrink-0 items-center gap-2 py-1.5 pr-1.5 pl-3.5 max-[640px]:hidden',
      )}
    >
      <span aria-live="polite">{t('selection.count', { count: drafts.length })}</span>
      <Button
        variant="primary"
        onClick={async () => {
          if (await archive(drafts, !isArchived)) onEnd()
        }}
      >
        {t(isArchived ? 'unarchive' : 'archive')}
      </Button>
      <IconButton label={t('selection.clear')} onClick={onEnd}>
        <X aria-hidden />
      </IconButton>
    </section>
  )
}
