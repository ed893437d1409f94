import {
  type KeyboardEvent,
  useContext,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { isComposing } from '@/components/ui/keyboard/is-composing'
import { letterOf } from '@/components/ui/keyboard/letter-of'
import type { FailureNavigation } from '@/components/workbench/errors/use-failure-navigation'
import { RecordTypeContext } from '@/components/workbench/use-workbench-translations'
import { useWorkbench, useWorkbookVersion } from '@/components/workbench/workbench-context'
import { newLineId } from '@/lib/desk-api/drafts/ids'
import { addLine, keyOf, removeLines } from '@/lib/sheet/acts/lines'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import { imagesIn, isImage } from '@/lib/sheet/schema/links'
import { recordBeside, viewRecord } from '@/lib/sheet/workbook/record-view'
import { LineMarks } from './line-marks'
import { RecordErrors } from './record-errors'
import { RecordFields } from './record-fields'
import { RecordHead } from './record-head'
import { RecordLines, usePage } from './record-lines'
import { axisNames, OptionBuilder } from './record-options'
import { useFieldFocus } from './use-field-focus'
import { useRecordForm } from './use-record-form'
import { useRecordOrigins } from './use-record-origins'
import type { RecordPanelState } from './use-record-panel'

interface Props {
  panel: Pick<RecordPanelState, 'ref' | 'typedValues' | 'close'>
  /** The active cell, which is on the record that is shown. */
  at: CellAddress | null
  /** The way from error to error, where the form has the screen for itself. */
  errors: FailureNavigation | undefined
}

/** One record of the sheet as a form: the same cells, the same marks, the same undo. */
export function RecordPanel({ panel, at, errors }: Props) {
  const { workbook, source, words, grid } = useWorkbench()
  const version = useWorkbookVersion()
  const { typedValues, close } = panel
  const t = useTranslations('recordPanel')
  const record = useContext(RecordTypeContext)
  const root = useRef<HTMLElement>(null)
  const [shownImages, setShownImages] = useState<ReadonlySet<string>>(new Set())
  const line = at?.line ?? workbook.visible[0] ?? ''
  const { view } = useMemo(() => ({ version, view: viewRecord(workbook, line) }), [workbook, line, version])
  const page = usePage(view, line)
  const lines = view.linesIn(page.from, page.to)
  const fields = [...view.sections, ...lines].flatMap(part => part.fields)
  const { form, typing } = useRecordForm(fields, view.firstLine, source)
  const orderLine = workbook.line(view.firstLine)
  const field = useFieldFocus(root, at)
  /** A line that is being removed, and the cell whose field gets the focus then. */
  const removed = useRef<{ readonly line: LineId; readonly next: CellAddress }>(null)
  const origins = useRecordOrigins(workbook, version, view.firstLine)
  const context = { typing, at, origins, shownImages }
  const images = [
    ...new Set(fields.filter(({ column }) => isImage(column)).flatMap(({ text }) => imagesIn(text))),
  ].filter(address => !shownImages.has(address))

  const go = (cell: CellAddress | undefined) => {
    typing.flush()
    if (cell) grid.current?.selection.moveTo(cell)
  }
  const step = (way: 1 | -1) => {
    const next = recordBeside(workbook, view, way)
    go(next === undefined ? undefined : { line: next, column: at?.column ?? workbook.sheet.key })
  }
  const firstItemColumn = workbook.sheet.columns.find(one => one.scope === 'item')?.id ?? workbook.sheet.key
  const add = () => {
    typing.flush()
    const added = { line: newLineId(), column: firstItemColumn }
    addLine(workbook, view, added.line, added)
    field.wanted.current = added
    go(added)
  }
  const remove = (gone: LineId) => {
    typing.flush()
    const index = view.lines.indexOf(gone)
    const neighbour = view.lines[index + 1] ?? view.lines[index - 1]
    removeLines(workbook, [gone], at)
    if (neighbour === undefined) return
    removed.current = { line: gone, next: { line: neighbour, column: firstItemColumn } }
    if (gone === line) go({ line: neighbour, column: at?.column ?? workbook.sheet.key })
  }

  // The button that removed a line disappears with it, and the focus with the button.
  useEffect(() => {
    if (removed.current === null || view.lines.includes(removed.current.line)) return
    const { next } = removed.current
    removed.current = null
    if (document.activeElement === document.body) field.focus(next)
  })

  useImperativeHandle(panel.ref, () => ({
    commit: () => void typing.flush(),
    editing: typing.cell,
    focus: () => {
      // `at` may lag behind the keys.
      const cell = grid.current?.selection.active ?? at
      // A field of another record is focused once that record is shown.
      if (cell && !view.lines.includes(cell.line)) field.wanted.current = cell
      else field.focus(cell)
    },
    hasFocus: field.hasFocus,
  }))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || isComposing(event.nativeEvent)) return
    const target = event.target as HTMLElement
    const key = letterOf(event)
    if (key === 'escape' && target.getAttribute('aria-expanded') !== 'true') close()
    else if (event.altKey && key === 'pagedown') step(1)
    else if (event.altKey && key === 'pageup') step(-1)
    else if ((event.ctrlKey || event.metaKey) && (key === 'z' || key === 'y')) {
      // The browser undoes texts that are not written yet, or are not cells.
      if (typing.isWaiting() || target.closest('[data-typed]')) return
      if (key === 'y' || event.shiftKey) grid.current?.redo()
      else grid.current?.undo()
    } else return
    event.preventDefault()
  }
  return (
    <section
      ref={root}
      data-region="record"
      aria-label={t('label')}
      onKeyDown={onKeyDown}
      onCompositionStart={() => typing.composes(true)}
      onCompositionEnd={() => typing.composes(false)}
      className="flex min-h-3/5 flex-[2_1_0] flex-col [@media(min-height:850px)]:min-h-2/5"
    >
      <RecordHead
        title={
          orderLine.firstLine === undefined
            ? t('new', { record })
            : t('title', { record, at: workbook.ordinal(view.firstLine) ?? 0, count: workbook.orderCount })
        }
        locked={orderLine.isLocked ? workbook.outcomeOf(view.firstLine)?.state : undefined}
        orderId={orderLine.orderId}
        previous={recordBeside(workbook, view, -1) === undefined ? undefined : () => step(-1)}
        next={recordBeside(workbook, view, 1) === undefined ? undefined : () => step(1)}
        images={images.length}
        onImages={() => setShownImages(new Set([...shownImages, ...images]))}
        onClose={close}
      />
      <FormProvider {...form}>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <LineMarks marks={orderLine.marks.line} line={view.firstLine} className="px-3.5 pb-2" />
          {view.sections.map(section => {
            const names = section.fields.filter(({ column }) => axisNames.has(column.id))
            const first = section.fields[0]
            return (
              <fieldset key={section.group} className="border-line border-t px-3.5 pt-2 pb-3">
                <legend className="float-left w-full pb-1 font-medium text-ink-2 text-xs">
                  {first && words.column(first.column).group}
                </legend>
                <div className="clear-both">
                  <RecordFields
                    fields={section.fields.filter(one => !names.includes(one))}
                    context={context}
                  />
                  {names.length > 0 && (
                    <OptionBuilder
                      key={view.firstLine}
                      view={view}
                      names={names}
                      context={context}
                      typedValues={typedValues}
                      locked={orderLine.isLocked}
                    />
                  )}
                </div>
              </fieldset>
            )
          })}
          <RecordLines
            lines={lines}
            count={view.lines.length}
            page={page}
            context={context}
            locked={orderLine.isLocked}
            canAdd={keyOf(workbook, view) !== ''}
            onAdd={add}
            onRemove={remove}
          />
        </div>
      </FormProvider>
      {errors && <RecordErrors errors={errors} onLeave={typing.flush} />}
    </section>
  )
}
