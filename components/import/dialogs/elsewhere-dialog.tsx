import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { Outline } from '@/lib/import/reader/protocol'
import type { SheetId } from '@/lib/sheet/schema/sheets'

interface Props {
  outline: Outline
  sheetTitle: (sheet: SheetId) => string
  onOpen: () => void
  /** Maps the file to the open sheet instead. */
  onKeep: () => void
  onClose: () => void
}

/** Reports that a file belongs to another sheet, and offers to open it there; also here if this is only a guess. */
export function ElsewhereDialog({ outline, sheetTitle, onOpen, onKeep, onClose }: Props) {
  const t = useTranslations('intake.desk')
  const { recipe, sheet } = outline.mapping
  return (
    <Dialog
      open
      // For three buttons side by side in every language.
      width={600}
      onClose={onClose}
      title={t('elsewhere.title')}
      description={
        recipe.name === ''
          ? t('elsewhere.guessed', { name: outline.name, sheet: sheetTitle(sheet) })
          : t('elsewhere.body', { name: outline.name, recipe: recipe.name, sheet: sheetTitle(sheet) })
      }
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          {outline.mapping.by === 'guess' && <Button onClick={onKeep}>{t('elsewhere.keep')}</Button>}
          <Button variant="primary" onClick={onOpen}>
            {t('elsewhere.open', { sheet: sheetTitle(sheet) })}
          </Button>
        </>
      }
    />
  )
}
