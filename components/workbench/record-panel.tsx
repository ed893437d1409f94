import {
  type KeyboardEvent,
  type Ref,
  useContext,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { GridHandle } from '@/components/grid/grid'
import type { GridSource } from '@/components/grid/source'
import { classes } from '@/components/ui/classes'
import type { CellAddress, LineId } from '@/lib/sheet/draft'
import { removeLines } from '@/lib/sheet/line-acts'
import { addLine, keyOf } from '@/lib/sheet/place-lines'
import { imagesIn, isImage, recordBeside, viewRecord } from '@/lib/sheet/record-view'
import type { Workbook } from '@/lib/sheet/workbook'
import { newLineId, type SheetWords } from './grid-source'
import { Fields } from './record-panel-fields'
import { PanelHead } from './record-panel-head'
import { Lines, usePage } from './record-panel-lines'
import { axisNames, Options, type TypedValues } from './record-panel-options'
import { useFieldFocus } from './use-field-focus'
import { usePanelOrigins } from './use-panel-origins'
import { useRecordForm } from './use-record-form'
import { RecordNoun } from './use-say'

/** What the screen around the form may ask of it. */
export interface RecordPanelHandle {
  /** Writes what is being typed. */
  commit(): void
  /** The cell that is being typed into. */
  editing(): CellAddress | null
  /** Takes the focus: into the field where the operator stands in the sheet. */
  focus(): void
  hasFocus(): boolean
}

interface Props {
  ref: Ref<RecordPanelHandle>
  workbook: Workbook
  /** Changes with the workbook. */
  version: number
  source: GridSource
  words: SheetWords
  /** Where the operator stands: on the record that is shown. */
  at: CellAddress | null
  grid: GridHandle | null
  /** Values of axes that wait for their product. */
  typedValues: TypedValues
  onClose: () => void
  announce: (sentence: string) => void
}

/** One record of the sheet as a form: the same cells, the same marks, the same undo. */
export function RecordPanel(props: Props) {
  const { ref, workbook, version, source, words, at, grid, typedValues, onClose, announce } = props
  const t = useTranslations('recordPanel')
  const record = useContext(RecordNoun)
  const root = useRef<HTMLElement>(null)
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
  const line = at?.line ?? workbook.visible[0] ?? ''
  const { view } = useMemo(() => ({ version, view: viewRecord(workbook, line) }), [workbook, line, version])
  const page = usePage(view, line)
  const lines = view.linesIn(page.from, page.to)
  const fields = [...view.sections, ...lines].flatMap(part => part.fields)
  const { form, typing } = useRecordForm(fields, view.lead, source)
  const lead = workbook.line(view.lead)
  const field = useFieldFocus(root, at)
  const origins = usePanelOrigins(workbook, version, view.lead)
  const context = { words, typing, at, origins, asked }
  const images = [
    ...new Set(fields.filter(({ column }) => isImage(column)).flatMap(({ text }) => imagesIn(text))),
  ].filter(address => !asked.has(address))

  const go = (cell: CellAddress | undefined) => {
    typing.flush()
    if (cell) grid?.selection.moveTo(cell)
  }
  const step = (way: 1 | -1) => {
    const next = recordBeside(workbook, view, way)
    go(next === undefined ? undefined : { line: next, column: at?.column ?? workbook.sheet.key })
  }
  const add = () => {
    typing.flush()
    const column = workbook.sheet.columns.find(one => one.scope === 'item')?.id ?? workbook.sheet.key
    const added = { line: newLineId(), column }
    addLine(workbook, view, added.line, added)
    field.wanted.current = added
    go(added)
  }
  const remove = (gone: LineId) => {
    typing.flush()
    const stays = view.lines.find(other => other !== gone)
    removeLines(workbook, [gone], at)
    if (gone === line && stays !== undefined) go({ line: stays, column: at?.column ?? workbook.sheet.key })
  }

  useImperativeHandle(ref, () => ({
    commit: () => void typing.flush(),
    editing: typing.cell,
    // What is shown may lag behind the keys.
    focus: () => field.focus(grid?.selection.active ?? at),
    hasFocus: field.hasFocus,
  }))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing || event.keyCode === 229) return
    const target = event.target as HTMLElement
    const key = event.key.toLowerCase()
    if (key === 'escape' && target.getAttribute('aria-expanded') !== 'true') onClose()
    else if (event.altKey && key === 'pagedown') step(1)
    else if (event.altKey && key === 'pageup') step(-1)
    else if ((event.ctrlKey || event.metaKey) && (key === 'z' || key === 'y')) {
      // What is not written yet, and what is no cell, the browser itself takes back.
      if (typing.isWaiting() || target.closest('[data-typed]')) return
      if (key === 'y' || event.shiftKey) grid?.redo()
      else grid?.undo()
    } else return
    event.preventDefault()
  }
  return (
    <section
      ref={root}
      aria-label={t('label')}
      onKeyDown={onKeyDown}
      onCompositionStart={() => typing.composes(true)}
      onCompositionEnd={() => typing.composes(false)}
      className="flex min-h-0 flex-[2_1_0] flex-col"
    >
      <PanelHead
        title={
          lead.lead === undefined
            ? t('new', { record })
            : t('title', { record, at: workbook.ordinal(view.lead) ?? 0, count: workbook.orderCount })
        }
        locked={lead.locked ? workbook.outcomeOf(view.lead)?.state : undefined}
        orderId={lead.orderId}
        previous={recordBeside(workbook, view, -1) === undefined ? undefined : () => step(-1)}
        next={recordBeside(workbook, view, 1) === undefined ? undefined : () => step(1)}
        images={images.length}
        onImages={() => setAsked(new Set([...asked, ...images]))}
        onClose={onClose}
      />
      <FormProvider {...form}>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          {lead.marks.line.map(mark => (
            <p
              key={words.sentence(mark)}
              className={classes(
                'px-3.5 pb-2 text-xs',
                mark.severity === 'failure' ? 'text-fail' : 'text-ink-2',
              )}
            >
              {words.sentence(mark)}
            </p>
          ))}
          {view.sections.map(section => {
            const names = section.fields.filter(({ column }) => axisNames.has(column.id))
            const first = section.fields[0]
            return (
              <fieldset key={section.group} className="border-line border-t px-3.5 pt-2 pb-3">
                <legend className="float-left w-full pb-1 font-medium text-ink-2 text-xs">
                  {first && words.column(first.column).group}
                </legend>
                <div className="clear-both">
                  <Fields fields={section.fields.filter(one => !names.includes(one))} context={context} />
                  {names.length > 0 && (
                    <Options
                      key={view.lead}
                      workbook={workbook}
                      version={version}
                      view={view}
                      names={names}
                      context={context}
                      typedValues={typedValues}
                      locked={lead.locked}
                      announce={announce}
                    />
                  )}
                </div>
              </fieldset>
            )
          })}
          <Lines
            lines={lines}
            count={view.lines.length}
            page={page}
            context={context}
            locked={lead.locked}
            canAdd={keyOf(workbook, view) !== ''}
            onAdd={add}
            onRemove={remove}
          />
        </div>
      </FormProvider>
    </section>
  )
}
