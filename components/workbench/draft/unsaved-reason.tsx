import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Popover } from '@/components/ui/overlay/popover'
import { useFocusSheetOnUnmount } from '@/components/workbench/keys/use-focus-sheet-on-unmount'
import { useWorkbench } from '@/components/workbench/workbench-context'

interface Props {
  /** A sentence that says why edits are not saved. */
  reason: string
}

/** Why edits are not saved, cut where the bar is narrow; it opens in full, also by key and by touch. */
export function UnsavedReason({ reason }: Props) {
  const t = useTranslations('workbench')
  const { grid } = useWorkbench()
  const [isOpen, setOpen] = useState(false)
  useFocusSheetOnUnmount()
  return (
    <Popover
      title={t('unsavedTitle')}
      open={isOpen}
      onOpenChange={setOpen}
      onReturn={() => grid.current?.focus()}
      trigger={
        <button
          type="button"
          className="block max-w-full truncate rounded text-left max-[640px]:min-h-10 hover:underline"
        >
          {t('unsaved', { reason })}
        </button>
      }
    >
      <p>{reason}</p>
    </Popover>
  )
}
