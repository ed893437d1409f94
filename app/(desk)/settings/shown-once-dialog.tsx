'use client'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { Dialog } from '@/components/ui/overlay/dialog'
import { CopyableValue } from './copyable-value'

interface Props {
  value: string
  title: string
  /** Says that the value is not shown again. */
  once: string
  label: string
  hint?: string
  /** Texts of the buttons, and of what the copy button did. */
  words: Readonly<Record<'copy' | 'copied' | 'byHand' | 'close', string>>
  onClose: () => void
}

/**
 * A link or a secret that is shown once. Only its button closes the dialog: an accidental click would lose the value.
 */
export function ShownOnceDialog({ value, title, once, label, hint, words, onClose }: Props) {
  return (
    <Dialog
      open
      onClose={() => {}}
      width={560}
      title={title}
      actions={
        <Button variant="primary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Notice tone="warn">{once}</Notice>
        <CopyableValue value={value} label={label} hint={hint} words={words} />
      </div>
    </Dialog>
  )
}
