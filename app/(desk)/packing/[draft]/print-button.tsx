'use client'
import { Printer } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'

/** Opens the browser's print dialog. */
export function PrintButton() {
  const t = useTranslations('packing')
  return (
    <Button variant="primary" className="print:hidden" onClick={() => window.print()}>
      <Printer aria-hidden />
      {t('print')}
    </Button>
  )
}
