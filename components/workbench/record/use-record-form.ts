import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { GridSource } from '@/components/grid/source'
import { storedText } from '@/lib/sheet/schema/choices/read-code'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { RecordField } from '@/lib/sheet/workbook/record-view'

/** Delay from the last keystroke until the text is written and judged, in milliseconds. */
const WRITE_DELAY_MS = 700

/** The events of the fields. */
export interface Typing {
  /** The operator changed the text of the field. */
  typed(name: string, cell: CellAddress): void
  /** The field lost the focus. */
  left(): void
  /** Writes the typed texts now. @returns whether there were any */
  flush(): boolean
  /** Whether there are typed texts that are not written yet. */
  isWaiting(): boolean
  /** The cell of the text that was typed last and is not written yet. */
  cell(): CellAddress | null
  /** An input method began, or ended, a composition. A text is not written during one. */
  composes(now: boolean): void
}

/**
 * The form of one record beside the sheet. The workbook holds the texts; the form holds a text only while it is typed,
 * until its field is left, on Enter, or after a pause. Every other change of the workbook is shown at once.
 */
export function useRecordForm(fields: readonly RecordField[], firstLine: string, source: GridSource) {
  const form = useForm<Record<string, string>>({
    defaultValues: Object.fromEntries(
      fields.map(field => [field.name, shownText(field, field.text, source)]),
    ),
  })
  const { getValues, resetField } = form
  const waiting = useRef(new Map<string, CellAddress>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const composing = useRef(false)
  /** The field that is being typed into. */
  const typing = useRef<string>(undefined)
  const latest = useRef(fields)
  const isPressed = useIsPointerDown()

  /** Shows the texts of the workbook in all fields that do not hold a typed one. */
  const show = useCallback(() => {
    for (const field of latest.current) {
      const { name, cell, column } = field
      const text = source.line(cell.line).texts[cell.column] ?? ''
      const typed = getValues(name) ?? ''
      const shown = shownText(field, text, source)
      // A typed name of the code stays until the field is left: `in` is India, and the beginning of Indonesia.
      const isName = typing.current === name && storedText(typed, column) === text
      if (!waiting.current.has(name) && !isName && typed !== shown) resetField(name, { defaultValue: shown })
    }
  }, [getValues, resetField, source])

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    const typed = [...waiting.current]
    waiting.current.clear()
    for (const [name, cell] of typed) {
      const text = getValues(name) ?? ''
      if (text !== (source.line(cell.line).texts[cell.column] ?? '')) source.write(cell, text)
    }
    return typed.length > 0
  }, [getValues, source])

  const events = useMemo<Typing>(() => {
    const wait = () => {
      clearTimeout(timer.current)
      if (!composing.current) timer.current = setTimeout(flush, WRITE_DELAY_MS)
    }
    return {
      typed: (name, cell) => {
        typing.current = name
        waiting.current.set(name, cell)
        wait()
      },
      composes: now => {
        composing.current = now
        if (waiting.current.size > 0) wait()
      },
      left: () => {
        typing.current = undefined
        const end = () => {
          flush()
          show()
        }
        // Marks that appear between pointer down and up would move the button away from under the pointer.
        if (isPressed()) window.addEventListener('pointerup', () => setTimeout(end), { once: true })
        else end()
      },
      flush,
      isWaiting: () => waiting.current.size > 0,
      cell: () => [...waiting.current.values()].at(-1) ?? null,
    }
  }, [flush, show, isPressed])

  const shown = useRef(firstLine)
  useLayoutEffect(() => {
    // The typed texts belong to the record that was shown before.
    if (shown.current !== firstLine) {
      flush()
      typing.current = undefined
    }
    shown.current = firstLine
    latest.current = fields
    show()
  })
  const flushOnUnmount = useEffectEvent(flush)
  useEffect(() => () => void flushOnUnmount(), [])
  return { form, typing: events }
}

/** The text of a field: codes that have a word are shown by it. */
const shownText = ({ column }: RecordField, text: string, source: GridSource): string =>
  source.help.display(column)?.(text)?.text ?? text

/** @returns a function that returns whether a pointer is held down */
function useIsPointerDown(): () => boolean {
  const pressed = useRef(false)
  useEffect(() => {
    const onDown = () => {
      pressed.current = true
    }
    const onUp = () => {
      pressed.current = false
    }
    window.addEventListener('pointerdown', onDown, true)
    window.addEventListener('pointerup', onUp, true)
    window.addEventListener('pointercancel', onUp, true)
    return () => {
      window.removeEventListener('pointerdown', onDown, true)
      window.removeEventListener('pointerup', onUp, true)
      window.removeEventListener('pointercancel', onUp, true)
    }
  }, [])
  return useCallback(() => pressed.current, [])
}
