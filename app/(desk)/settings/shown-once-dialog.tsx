'use client'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'

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

/** A link or a secret that is shown once. Only its button closes the dialog: an accidental click would lose the value. */
export function ShownOnceDialog({ value, title, once, label, hint, words, onClose }: Props) {
  const text = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'copied' | 'byHand'>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied('copied')
    } catch {
      // A page over plain HTTP from another machine has no clipboard, and a browser may refuse access to it.
      text.current?.select()
      setCopied('byHand')
    }
  }
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
        <div className="flex items-start gap-2">
          <Field className="min-w-0 flex-1" label={label} hint={hint}>
            <Input
              ref={text}
              readOnly
              value={value}
              className="font-mono"
              onFocus={event => event.currentTarget.select()}
            />
          </Field>
          <div className="flex w-28 flex-col items-start gap-1 pt-5.5">
            <Button onClick={copy}>{words.copy}</Button>
            <span role="status" className="text-ink-2 text-xs">
              {copied && words[copied]}
            </span>
          </div>
        </div>
      </div>
    </Dialog>
  )
}
