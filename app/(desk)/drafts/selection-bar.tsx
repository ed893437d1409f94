import { X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { classes } from '@/components/ui/classes'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { hasOpenPopup } from '@/components/ui/overlay/has-open-popup'
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

/**
 * What can be done with all selected drafts; Escape ends the selection. It floats over the list, so that no row moves
 * when it appears.
 */
export function SelectionBar({ drafts, isArchived, onEnd }: Props) {
  const t = useTranslations('drafts')
  const archive = useArchive()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event) && !isForAnother(event.target)) onEnd()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    // Captured: a tooltip, such as that of a button that has the focus, keeps its Escape to itself.
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
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
      <IconButton label={t('selection.clear')} keys="Escape" onClick={onEnd}>
        <X aria-hidden />
      </IconButton>
    </section>
  )
}

/**
 * Whether Escape is meant for a field that has the focus, or for a menu or dialog, which is outside of
 * the page's content.
 */
const isForAnother = (target: EventTarget | null): boolean =>
  hasOpenPopup() ||
  (target instanceof Element &&
    target !== document.body &&
    (target.matches('input:not([type=checkbox]), textarea') || target.closest('main') === null))
