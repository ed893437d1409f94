import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { Returned } from '@/lib/intake/return-read'
import type { SheetId } from '@/lib/sheet/sheets'

interface Props {
  name: string
  returned: Returned
  sheetTitle: (sheet: SheetId) => string
  /** Undefined where nobody knows which draft it is. */
  onOpen: (() => void) | undefined
  onClose: () => void
}

/** Says of which draft the file is that came back, and offers to open it. Nothing is compared with another draft. */
export function ReturnElsewhere({ name, returned, sheetTitle, onOpen, onClose }: Props) {
  const t = useTranslations('intake.return')
  const { draftName = '', sheet } = returned
  const said = { name, draft: draftName, sheet: sheetTitle(sheet) }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('elsewhere.title')}
      description={
        onOpen
          ? t(draftName === '' ? 'elsewhere.nameless' : 'elsewhere.body', said)
          : t('elsewhere.unknown', said)
      }
      actions={
        <>
          <Button onClick={onClose}>{t(onOpen ? 'cancel' : 'close')}</Button>
          {onOpen && (
            <Button variant="primary" onClick={onOpen}>
              {t('elsewhere.open')}
            </Button>
          )}
        </>
      }
    />
  )
}
