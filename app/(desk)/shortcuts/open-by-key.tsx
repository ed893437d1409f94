'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { isInOverlay } from '@/components/ui/overlay/is-in-overlay'

/** Where `?` is text, or has its own meaning: in a sheet it opens the list beside it. */
const ELSEWHERE = 'textarea, input, select, [contenteditable]'

/** Opens the page of all keys by `?`, on pages without a sheet. */
export function OpenShortcutsByKey() {
  const router = useRouter()
  const onOpen = useEffectEvent(() => router.push('/shortcuts'))
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if (key !== '?' || ctrlKey || metaKey || altKey || isComposing(event) || defaultPrevented) return
      if (isInOverlay(event) || (target instanceof Element && target.closest(ELSEWHERE))) return
      if (document.querySelector('[role=grid]')) return
      onOpen()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return null
}
