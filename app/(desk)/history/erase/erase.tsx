'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { EraseDialog, type Erased } from './erase-dialog'

/** Erases personal data of an order or a draft, after confirmation. */
export function Erase({ what }: { what: Erased }) {
  const t = useTranslations('history.erase')
  const [isOpen, setOpen] = useState(false)
  const router = useRouter()
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('button')}</Button>
      {isOpen && <EraseDialog what={what} onClose={() => setOpen(false)} onErased={() => router.refresh()} />}
    </>
  )
}
