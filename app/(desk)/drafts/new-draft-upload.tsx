'use client'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { FileDrop } from '@/components/import/entry/file-drop'
import { openWithFiles } from '@/components/import/entry/pending-files'
import { UploadButton } from '@/components/import/entry/upload-button'
import type { SheetId } from '@/lib/sheet/schema/sheets'

/** A button for files. Files that are chosen, or dropped anywhere on the page, open a new draft. */
export function NewDraftUpload({ sheet, variant }: { sheet: SheetId; variant: 'plain' | 'primary' }) {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const openDraft = (files: readonly File[]) => {
    if (files.length === 0) return
    openWithFiles(`/${sheet}/new`, files, router.push)
  }
  return (
    <>
      <UploadButton onFiles={openDraft} input={input} variant={variant} size="regular" />
      <FileDrop area="page" onFiles={openDraft} />
    </>
  )
}
