'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { EraseDialog } from '@/app/(desk)/history/erase-dialog'
import { Button } from '@/components/ui/button'

/** Erases personal data of an order, after a question. */
export function EraseOrder({ id, number }: { id: string; number: string }) {
  const say = useTranslations('history.erase')
  const [isOpen, setOpen] = useState(false)
  const router = useRouter()
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('button')}</Button>
      {isOpen && (
        <EraseDialog
          what={{ orderId: id, number }}
          onClose={() => setOpen(false)}
          onErased={() => router.refresh()}
        />
      )}
    </>
  )
}
