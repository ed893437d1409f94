'use client'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/buttons/button'
import { copyText } from '@/components/ui/copy-text'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'

interface Props {
  value: string
  label: string
  hint?: string | undefined
  /** Texts of the button and of what it did. `copyWhat`: its accessible name beside other such buttons. */
  words: Readonly<Record<'copy' | 'copied' | 'byHand', string>> & { readonly copyWhat?: string }
}

/** A link or a secret with a button that copies it. */
export function CopyableValue({ value, label, hint, words }: Props) {
  const text = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'copied' | 'byHand'>()
  const copy = async () => {
    const isCopied = await copyText(value)
    if (!isCopied) text.current?.select()
    setCopied(isCopied ? 'copied' : 'byHand')
  }
  return (
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
        <Button aria-label={words.copyWhat} onClick={copy}>
          {words.copy}
        </Button>
        <span role="status" className="text-ink-2 text-xs">
          {copied && words[copied]}
        </span>
      </div>
    </div>
  )
}
