import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { GridSource } from '@/components/grid/source'
import type { CellAddress } from '@/lib/sheet/draft'
import type { RecordField } from '@/lib/sheet/record-view'

/** What is typed is written this long after the last keystroke, in milliseconds, so that its marks come. */
const PAUSE = 700

/** What a field tells of itself. */
export interface Typing {
  /** The field's text was changed by hand. */
  typed(name: string, cell: CellAddress): void
  /** The field lost the focus. */
  left(): void
  /** Writes what was typed now. @returns whether there was anything */
  flush(): boolean
  /** Whether something was typed that is not written yet. */
  isWaiting(): boolean
  /** The cell whose text is typed and not written yet. */
  cell(): CellAddress | null
  /** An input method began, or ended, to compose. Half a syllable is not written. */
  composes(now: boolean): void
}

/**
 * The form of one record beside the sheet. The workbook is the truth; the form holds what is being typed until it is
 * written: when its field is left, on Enter, or after a pause. Every other change of the workbook shows at once.
 */
export function useRecordForm(fields: readonly RecordField[], lead: string, source: GridSource) {
  const form = useForm<Record<string, string>>({ defaultValues: textsOf(fields) })
  const { getValues, resetField } = form
  const waiting = useRef(new Map<string, CellAddress>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const composing = useRef(false)
  const isPressed = usePressed()

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

  const typing = useMemo<Typing>(() => {
    const wait = () => {
      clearTimeout(timer.current)
      if (!composing.current) timer.current = setTimeout(flush, PAUSE)
    }
    return {
      typed: (name, cell) => {
        waiting.current.set(name, cell)
        wait()
      },
      composes: now => {
        composing.current = now
        if (waiting.current.size > 0) wait()
      },
      left: () => {
        // Marks that come between press and release would move the button away from under the pointer.
        if (isPressed()) window.addEventListener('pointerup', () => setTimeout(flush), { once: true })
        else flush()
      },
      flush,
      isWaiting: () => waiting.current.size > 0,
      cell: () => [...waiting.current.values()].at(-1) ?? null,
    }
  }, [flush, isPressed])

  const shown = useRef(lead)
  useLayoutEffect(() => {
    // What was typed belongs to the record that was shown then.
    if (shown.current !== lead) flush()
    shown.current = lead
    for (const { name, text } of fields) {
      if (!waiting.current.has(name) && getValues(name) !== text) resetField(name, { defaultValue: text })
    }
  })
  const latest = useRef(flush)
  useEffect(() => {
    latest.current = flush
  })
  useEffect(() => () => void latest.current(), [])
  return { form, typing }
}

const textsOf = (fields: readonly RecordField[]) =>
  Object.fromEntries(fields.map(({ name, text }) => [name, text]))

/** Tells whether a pointer is held down. */
function usePressed(): () => boolean {
  const pressed = useRef(false)
  useEffect(() => {
    const press = () => {
      pressed.current = true
    }
    const release = () => {
      pressed.current = false
    }
    window.addEventListener('pointerdown', press, true)
    window.addEventListener('pointerup', release, true)
    window.addEventListener('pointercancel', release, true)
    return () => {
      window.removeEventListener('pointerdown', press, true)
      window.removeEventListener('pointerup', release, true)
      window.removeEventListener('pointercancel', release, true)
    }
  }, [])
  return useCallback(() => pressed.current, [])
}
