'use client'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { Drop } from '@/components/intake/drop'
import { handOver } from '@/components/intake/hand-over'
import { UploadButton } from '@/components/intake/upload-button'
import type { SheetId } from '@/lib/sheet/sheets'

/** Has files that are chosen, or dropped anywhere on the page, open a new draft. */
export function UploadHere({ sheet }: { sheet: SheetId }) {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const take = (files: readonly File[]) => {
    if (files.length === 0) return
    handOver(sheet, files)
    router.push(`/${sheet}/new`)
  }
  return (
    <>
      <UploadButton onFiles={take} input={input} variant="plain" size="regular" />
      <Drop area="page" onFiles={take} />
    </>
  )
}
