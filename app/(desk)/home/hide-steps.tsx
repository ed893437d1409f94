'use client'
import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { hideFirstSteps } from './actions'

/** Hides the first steps from this operator permanently. */
export function HideSteps() {
  const t = useTranslations('home.steps')
  const [isHiding, startHiding] = useAction()
  const hide = () =>
    startHiding(async () => {
      await hideFirstSteps({})
    })
  return (
    <Button
      variant="quiet"
      size="small"
      disabled={isHiding}
      onClick={hide}
      aria-label={t('hide')}
      title={t('hide')}
    >
      <X aria-hidden />
    </Button>
  )
}
