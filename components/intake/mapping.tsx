import { Dialog as Base } from '@base-ui/react/dialog'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Input } from '@/components/ui/input'
import { popupClasses } from '@/components/ui/popup'
import type { Excerpt } from '@/lib/intake/excerpt'
import { core } from '@/lib/intake/guess'
import { headingRow } from '@/lib/intake/header-row'
import { feed, finished, setConstant, setGroup, unfeed } from '@/lib/intake/mapping'
import type { Recipe } from '@/lib/intake/recipe'
import { sheets } from '@/lib/sheet/sheets'
import { useTargets } from './column-names'
import { rememberedName } from './file-name'
import { MappingHead } from './mapping-head'
import { MappingPreview } from './mapping-preview'
import { MappingRows } from './mapping-rows'
import { MappingUnfed } from './mapping-unfed'
import { MappingUnread } from './mapping-unread'
import type { Report } from './protocol'
import { type FileRow, useMapping } from './use-mapping'

interface Props {
  report: Report
  excerpt: Excerpt
  /** The name by which it is to be remembered; undefined: it is not. */
  onApply: (recipe: Recipe, name: string | undefined) => void
  /** Reads another table of the file, or with another header; what was mapped by then is forgotten. */
  onAgain: (wish: { readonly table: number } | { readonly header: number }) => void
  onCancel: () => void
}

/** Asks what the columns of a file mean: all of them, or those alone that changed since somebody said so. */
export function Mapping({ report, excerpt, onApply, onAgain, onCancel }: Props) {
  const t = useTranslations('intake.mapping')
  const { understood } = report
  const { sheet, drift, headings } = understood
  const { noun } = sheets[sheet]
  const targets = useTargets(sheet)
  const { recipe, setRecipe, rows, unfed, starved, reasonOf } = useMapping(report, excerpt)
  const [showsAll, setShowsAll] = useState(!drift)
  const [name, setName] = useState(drift ? understood.recipe.name : rememberedName(report.name))
  const [remembers, setRemembered] = useState<boolean>()
  const body = useRef<HTMLDivElement>(null)
  const shown = showsAll
    ? rows.filter(row => row.name !== '' && (row.samples.length > 0 || !isLetter(row.name)))
    : rows.filter(row => row.isFresh)
  const asked = showsAll ? unfed : unfed.filter(({ id }) => starved.has(id))

  // What is half said would open the next file half empty, unasked.
  const isWhole = core[noun].every(id => Object.hasOwn(recipe.fields, id))
  const isRemembered = remembers ?? (drift !== undefined || isWhole)
  // Without it rows of strangers would stand together as one order.
  const hasNumber = Object.hasOwn(recipe.fields, sheets[sheet].key)

  // Ctrl+Enter in a field commits what is typed there, and applies it at once.
  const latest = useRef(recipe)
  const put = (next: Recipe) => {
    latest.current = next
    setRecipe(next)
  }
  const change = (row: FileRow, id: string | undefined) =>
    put(id === undefined ? unfeed(latest.current, row.name) : feed(latest.current, row.name, id, headings))
  const apply = () => {
    if (!hasNumber) return
    const raw = excerpt.header === -1 ? headings : headingRow(excerpt.table, excerpt.header)
    const remembered = isRemembered ? name.trim() || rememberedName(report.name) : undefined
    onApply({ ...finished(latest.current, raw, sheet), name: remembered ?? '' }, remembered)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    apply()
  }

  return (
    <Base.Root open onOpenChange={open => !open && onCancel()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          onKeyDown={onKeyDown}
          initialFocus={() => body.current?.querySelector('input') ?? true}
          className={classes(
            popupClasses,
            'fixed inset-5 z-50 flex flex-col overflow-hidden max-[900px]:inset-2',
          )}
        >
          <header className="flex items-baseline gap-2.5 px-3.5 pt-3 pb-1.5">
            <Base.Title className="font-semibold text-base">{t(drift ? 'titleDrift' : 'title')}</Base.Title>
            <Base.Description className="line-clamp-1 min-w-0 flex-1 text-ink-2 max-[900px]:line-clamp-2">
              {t(drift ? 'leadDrift' : 'lead', { name: report.name, recipe: understood.recipe.name })}
            </Base.Description>
          </header>
          {/* Enlarged, or in a small window, one thing stands below the other, and all of it is scrolled. */}
          <div className="flex min-h-0 flex-1 flex-col max-[900px]:block max-[900px]:overflow-auto">
            <MappingHead
              noun={noun}
              tables={report.tables}
              table={understood.table}
              excerpt={excerpt}
              headings={headings}
              group={recipe.group?.[0]}
              onTable={table => onAgain({ table })}
              onHeader={header => onAgain({ header })}
              onGroup={group => put(setGroup(recipe, group))}
            />
            <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_240px] max-[900px]:block min-[1240px]:grid-cols-[minmax(0,1fr)_320px]">
              <div ref={body} className="min-h-0 overflow-y-auto max-[900px]:overflow-visible">
                <MappingUnread rows={shown} />
                <MappingUnfed
                  sheet={sheet}
                  columns={asked}
                  rows={rows}
                  targets={targets}
                  lostOf={id => starved.get(id)}
                  constantOf={id => constantOf(recipe, id)}
                  onConstant={(id, text) => put(setConstant(recipe, id, text))}
                  onFeed={change}
                />
                <MappingRows
                  rows={shown}
                  recipe={recipe}
                  targets={targets}
                  reasonOf={reasonOf}
                  onFeed={change}
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
            <span role="status" className="ml-auto text-fail">
              {!hasNumber && t('needsNumber', { record: noun })}
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
              <kbd className="font-normal text-2xs opacity-80">Ctrl+Enter</kbd>
            </Button>
          </footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function constantOf({ fields }: Recipe, id: string): string {
  const rule = fields[id]
  return rule && 'constant' in rule ? rule.constant : ''
}

const isLetter = (name: string): boolean => /^\[[A-Z]+\]$/.test(name)
