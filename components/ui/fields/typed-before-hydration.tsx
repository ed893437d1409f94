'use client'
import { useEffect, useInsertionEffect, useRef } from 'react'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** What React knows of a field's value. It reports no input that leaves the value as React knows it. */
interface Tracked {
  readonly _valueTracker?: { setValue(value: string): void }
}

/** Fields with a text. A check box or a radio button is disabled until the page is hydrated (`Tick`). */
const TEXT_FIELDS = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=hidden])'

/**
 * Hands the page what was typed before it was hydrated. React keeps such a text in its field but tells no component of
 * it: the next rendering would empty the field, and a form would send its initial value.
 */
export function TypedBeforeHydration() {
  const typed = useRef<readonly (readonly [TextField, string])[]>([])
  // A form writes its initial values into its fields as soon as it has their elements, which is after this effect.
  useInsertionEffect(() => {
    typed.current = [...document.querySelectorAll<TextField>(TEXT_FIELDS)]
      .filter(field => field.value !== field.defaultValue)
      .map(field => [field, field.value])
  }, [])
  useEffect(() => {
    for (const [field, text] of typed.current) {
      if (field.value !== text) field.value = text
      ;(field as Tracked)._valueTracker?.setValue(field.defaultValue)
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    typed.current = []
  }, [])
  return null
}
