'use client'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Input } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import { giveName } from './actions'

/** A draft's name, changed in place: Enter and leaving keep it, Escape takes it back. */
export function NameField({ draftId, name, onEnd }: { draftId: string; name: string; onEnd: () => void }) {
  const say = useTranslations('drafts')
  const { say: announce } = useToast()
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  // The menu gives the focus back to its button as it closes, a moment after this appears.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.select())
    return () => cancelAnimationFrame(frame)
  }, [])
  const end = async (typed: string) => {
    if (isOver.current) return
    isOver.current = true
    if (typed !== '' && typed !== name) {
      const outcome = await giveName({ draftId, name: typed })
      if (!outcome.ok) announce(outcome.problem.message)
    }
    onEnd()
  }
  return (
    <Input
      ref={field}
      size="small"
      aria-label={say('newName', { name })}
      defaultValue={name}
      maxLength={100}
      onKeyDown={event => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') end(event.currentTarget.value.trim())
        if (event.key === 'Escape') end('')
      }}
      onBlur={event => end(event.currentTarget.value.trim())}
    />
  )
}
