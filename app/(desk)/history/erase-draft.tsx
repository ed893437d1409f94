'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { EraseDialog } from './erase-dialog'

/** Erases personal data of a draft, after a question. */
export function EraseDraft({ id, name }: { id: string; name: string }) {
  const say = useTranslations('history.erase')
  const [isOpen, setOpen] = useState(false)
  const router = useRouter()
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('button')}</Button>
      {isOpen && (
        <EraseDialog
          what={{ draftId: id, name }}
          onClose={() => setOpen(false)}
          onErased={() => router.refresh()}
        />
      )}
    </>
  )
}
