import { Dialog as Base } from '@base-ui/react/dialog'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { rememberedName } from '@/components/import/controller/use-recipes'
import { Button } from '@/components/ui/buttons/button'
import { classes } from '@/components/ui/classes'
import { Input } from '@/components/ui/fields/input'
import { useKeyCaps } from '@/components/ui/keyboard/use-key-caps'
import { Dialog } from '@/components/ui/overlay/dialog'
import { focusAtOnce } from '@/components/ui/overlay/focus-at-once'
import { popupClasses } from '@/components/ui/overlay/popup'
import { finishMapping, mapColumn, setConstant, setGroup, unmapColumn } from '@/lib/import/match/edit-mapping'
import type { TableExcerpt } from '@/lib/import/match/table/excerpt'
import { headingRow } from '@/lib/import/match/table/headings'
import type { ImportReport } from '@/lib/import/reader/protocol'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { sheets } from '@/lib/sheet/schema/sheets'
import { useTargets } from './column-names'
import { MappingHead } from './head'
import { MappingPreview } from './preview'
import { MappingRows } from './rows'
import { UnmappedColumns } from './unmapped'
import { UnreadColumns } from './unread'
import { type FileRow, useMapping } from './use-mapping'
import { FileWarnings } from './warnings'

interface Props {
  report: ImportReport
  excerpt: TableExcerpt
  /** @param name under which the mapping is remembered; undefined where it is not */
  onApply: (recipe: Recipe, name: string | undefined) => void
  /** Reads another table, or with another header. The mapping so far is discarded. */
  onAgain: (choice: { readonly table: number } | { readonly header: number }) => void
  onCancel: () => void
}

/** The first field in view: a closed fold has fields, too. */
const FIRST_FIELD = 'input:not(details:not([open]) *)'

/** The mapping of a file's columns: of all, or only of those that changed since they were mapped. */
export function Mapping({ report, excerpt, onApply, onAgain, onCancel }: Props) {
  const t = useTranslations('intake.mapping')
  const keyCaps = useKeyCaps()
  const { mapping } = report
  const { sheet, drift, headings } = mapping
  const { recordType } = sheets[sheet]
  const targets = useTargets(sheet)
  const { recipe, setRecipe, rows, unmapped, lost, reasonOf, leaveOut } = useMapping(report, excerpt)
  const [showsAll, setShowsAll] = useState(!drift)
  const [name, setName] = useState(drift ? mapping.recipe.name : rememberedName(report.name))
  // What the title promises: the next file of this kind is imported without questions.
  const [isRemembered, setRemembered] = useState(true)
  const [isLeaving, setLeaving] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const opening = useRef(recipe)
  useLayoutEffect(() => {
    // A question that is answered by a button disappears with it; keys must still reach the dialog.
    if (recipe !== opening.current && document.activeElement === document.body) popup.current?.focus()
  }, [recipe])
  const shown = showsAll
    ? rows.filter(row => row.name !== '' && (row.samples.length > 0 || !isLetter(row.name)))
    : rows.filter(row => row.isFresh)
  const listed = showsAll ? unmapped : unmapped.filter(({ id }) => lost.has(id))

  // Without an order number, rows of different people would become one order.
  const hasNumber = Object.hasOwn(recipe.fields, sheets[sheet].key)

  // Ctrl+Enter in a field commits its text and applies the mapping in the same event.
  const latest = useRef(recipe)
  const put = (next: Recipe) => {
    latest.current = next
    setRecipe(next)
  }
  const change = (row: FileRow, id: string | undefined) => {
    if (id === undefined) leaveOut(row)
    put(
      id === undefined
        ? unmapColumn(latest.current, row.name)
        : mapColumn(latest.current, row.name, id, headings, row.samples),
    )
  }
  const apply = () => {
    if (!hasNumber) return
    const raw = excerpt.header === -1 ? headings : headingRow(excerpt.table, excerpt.header)
    const remembered = isRemembered ? name.trim() || rememberedName(report.name) : undefined
    onApply({ ...finishMapping(latest.current, raw, sheet), name: remembered ?? '' }, remembered)
  }
  const leave = () => {
    if (recipe === opening.current) onCancel()
    else setLeaving(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    apply()
  }

  return (
    // By accident, a click beside it or Escape would lose what was matched.
    <Base.Root open disablePointerDismissal onOpenChange={open => !open && leave()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          data-modal
          ref={popup}
          onKeyDown={onKeyDown}
          initialFocus={() =>
            focusAtOnce(popup.current, body.current?.querySelector<HTMLElement>(FIRST_FIELD))
          }
          className={classes(
            popupClasses,
            'fixed inset-5 z-50 flex flex-col overflow-hidden max-[900px]:inset-2',
          )}
        >
          <header className="flex items-baseline gap-2.5 px-3.5 pt-3 pb-1.5">
            <Base.Title className="font-semibold text-base">{t(drift ? 'titleDrift' : 'title')}</Base.Title>
            <Base.Description className="line-clamp-1 min-w-0 flex-1 text-ink-2 max-[900px]:line-clamp-2">
              {t(drift ? 'leadDrift' : 'lead', { name: report.name, recipe: mapping.recipe.name })}
            </Base.Description>
          </header>
          {/* Magnified, or in a small window, the parts are stacked and scroll together. */}
          <div className="flex min-h-0 flex-1 flex-col max-[900px]:block max-[900px]:overflow-auto">
            <MappingHead
              recordType={recordType}
              tables={report.tables}
              table={mapping.table}
              excerpt={excerpt}
              headings={headings}
              group={recipe.group?.[0]}
              onTable={table => onAgain({ table })}
              onHeader={header => onAgain({ header })}
              onGroup={group => put(setGroup(recipe, group))}
            />
            <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_240px] max-[900px]:block min-[1240px]:grid-cols-[minmax(0,1fr)_320px]">
              <div ref={body} className="min-h-0 overflow-y-auto max-[900px]:overflow-visible">
                <FileWarnings report={report} />
                <UnreadColumns rows={shown} />
                <UnmappedColumns
                  sheet={sheet}
                  columns={listed}
                  rows={rows}
                  targets={targets}
                  lostOf={id => lost.get(id)?.[0]}
                  constantOf={id => constantOf(recipe, id)}
                  onConstant={(id, text) => put(setConstant(recipe, id, text))}
                  onMap={change}
                />
                <MappingRows
                  sheet={sheet}
                  rows={shown}
                  recipe={recipe}
                  targets={targets}
                  reasonOf={reasonOf}
                  onMap={change}
                  onRecipe={put}
                />
                {drift && (
                  <Button variant="quiet" size="small" className="m-2" onClick={() => setShowsAll(!showsAll)}>
                    {t(showsAll ? 'fewer' : 'all', { count: rows.length })}
                  </Button>
                )}
              </div>
              <MappingPreview excerpt={excerpt} sheet={sheet} recipe={recipe} targets={targets} />
            </div>
          </div>
          <footer className="flex flex-wrap items-center gap-2.5 border-line border-t px-3.5 py-2.5">
            <label className="flex items-center gap-1.5">
              <input
                type="checkbox"
                checked={isRemembered}
                onChange={event => setRemembered(event.currentTarget.checked)}
                className="accent-accent"
              />
              {t('remember')}
            </label>
            <div className="w-56 max-[900px]:w-36">
              <Input
                size="small"
                aria-label={t('name')}
                value={name}
                maxLength={60}
                disabled={!isRemembered}
                onChange={event => setName(event.currentTarget.value)}
                autoComplete="off"
              />
            </div>
            {/* The button that imports is beside what it lacks, at the end, in one row or below the name. */}
            <div className="ml-auto flex min-w-0 items-center gap-2.5">
              <span role="status" className="min-w-0 text-right text-fail">
                {!hasNumber && t('needsNumber', { record: recordType })}
              </span>
              <Button onClick={onCancel}>{t('cancel')}</Button>
              <Button
                variant="primary"
                disabled={!hasNumber}
                focusableWhenDisabled
                onClick={apply}
                aria-keyshortcuts="Control+Enter"
              >
                {t('apply', { count: report.rows })}
                <kbd className="font-normal text-2xs opacity-80">{keyCaps('Control+Enter')}</kbd>
              </Button>
            </div>
          </footer>
        </Base.Popup>
      </Base.Portal>
      <Dialog
        open={isLeaving}
        onClose={() => setLeaving(false)}
        title={t('leave.title')}
        description={t('leave.lead')}
        actions={
          <>
            <Button onClick={() => setLeaving(false)}>{t('leave.stay')}</Button>
            <Button variant="danger" onClick={onCancel}>
              {t('leave.discard')}
            </Button>
          </>
        }
      />
    </Base.Root>
  )
}

function constantOf({ fields }: Recipe, id: string): string {
  const rule = fields[id]
  return rule && 'constant' in rule ? rule.constant : ''
}

const isLetter = (name: string): boolean => /^\[[A-Z]+\]$/.test(name)
