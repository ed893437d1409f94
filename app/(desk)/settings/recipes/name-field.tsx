'use client'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Input } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import { nameRecipe } from './actions'

/** A recipe's name, changed in place: Enter and leaving keep it, Escape takes it back. */
export function NameField({ id, name, onEnd }: { id: string; name: string; onEnd: () => void }) {
  const say = useTranslations('intake.recipes')
  const { say: announce } = useToast()
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useEffect(() => field.current?.select(), [])
  const end = async (typed: string) => {
    if (isOver.current) return
    isOver.current = true
    if (typed !== '' && typed !== name) {
      const outcome = await nameRecipe({ id, name: typed })
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
