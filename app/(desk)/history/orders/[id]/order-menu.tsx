'use client'
import { Ellipsis } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { EraseDialog } from '@/app/(desk)/history/erase/erase-dialog'
import { ReleaseNumber } from '@/app/(desk)/unknown/release-number'
import { useFocusLeft } from '@/app/(desk)/use-focus-left'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { Menu } from '@/components/ui/overlay/menu'

interface Props {
  /** Id of the ledger's row. */
  id: string
  number: string
  isProduct: boolean
  canRelease: boolean
  canErase: boolean
}

/** What an administrator rarely does to one order, and cannot take back. */
export function OrderMenu({ id, number, isProduct, canRelease, canErase }: Props) {
  const t = useTranslations('history')
  const tRelease = useTranslations('unknown.release')
  const [open, setOpen] = useState<'release' | 'erase'>()
  const router = useRouter()
  const close = () => setOpen(undefined)
  useFocusLeft()
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton size="regular" label={t('more', { number })}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
        acts={[
          ...(canErase ? [{ id: 'erase', label: t('erase.button'), onSelect: () => setOpen('erase') }] : []),
          ...(canRelease
            ? [
                {
                  id: 'release',
                  label: tRelease(isProduct ? 'product.button' : 'button'),
                  onSelect: () => setOpen('release'),
                },
              ]
            : []),
        ]}
      />
      {open === 'release' && <ReleaseNumber id={id} number={number} isProduct={isProduct} onClose={close} />}
      {open === 'erase' && (
        <EraseDialog what={{ orderId: id, number }} onClose={close} onErased={() => router.refresh()} />
      )}
    </>
  )
}
