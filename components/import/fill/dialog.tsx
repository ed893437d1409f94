import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { Select } from '@/components/ui/fields/select'
import { Dialog } from '@/components/ui/overlay/dialog'
import { countFilledCells, type FillPlan } from '@/lib/import/lines/fill/plan-fill'
import type { StoredPreset } from '@/lib/import/lines/fill/source-loader'
import { fetchPresets } from '@/lib/import/reader/lookups'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { type FillPlanResult, planFill } from './plan'

interface Props {
  workbook: Workbook
  /** First lines of the selected orders. */
  selected: readonly LineId[]
  nameOf: (column: string) => string
  onFill: (plan: FillPlanResult['plan']) => void
  /** Makes a preset, where there is none. */
  onNewPreset: () => void
  onClose: () => void
}

const NONE = ''

/** Previews which blank cells can be filled, by column, and fills them. */
export function FillDialog({ workbook, selected, nameOf, onFill, onNewPreset, onClose }: Props) {
  const t = useTranslations('intake.fill')
  const record = workbook.sheet.recordType
  const all = workbook.firstLines()
  const [scope, setScope] = useState<'selected' | 'all'>(
    selected.length > 0 && selected.length < all.length ? 'selected' : 'all',
  )
  const [presets, setPresets] = useState<readonly StoredPreset[]>()
  const [chosen, setChosen] = useState(NONE)
  const [isAway, setAway] = useState(false)
  const [preview, setPreview] = useState<FillPlanResult>()
  const act = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    fetchPresets(workbook.sheet.id)
      .then(found => {
        setPresets(found)
        setChosen(found.find(({ isDefault }) => isDefault)?.name ?? NONE)
      })
      .catch(() => {
        setPresets([])
        setAway(true)
      })
  }, [workbook])

  useEffect(() => {
    if (!presets) return
    const cancelled = new AbortController()
    setPreview(undefined)
    const firstLines = scope === 'all' ? workbook.firstLines() : selected
    const preset = presets.find(({ name }) => name === chosen)
    planFill(workbook, firstLines, preset, cancelled.signal).then(found => {
      if (found) setPreview(found)
    })
    return () => cancelled.abort()
  }, [workbook, selected, scope, presets, chosen])

  const count = preview ? countFilledCells(preview.plan) : 0
  const hasNone = presets?.length === 0 && !isAway
  const scopes = [
    ...(selected.length > 0
      ? [{ value: 'selected' as const, label: t('selected', { record, count: selected.length }) }]
      : []),
    { value: 'all' as const, label: t('all', { record, count: all.length }) },
  ]
  const choices = [
    { value: NONE, label: t('noPreset') },
    ...(presets ?? []).map(({ name, isDefault }) => ({
      value: name,
      label: name,
      ...(isDefault && { aside: t('default') }),
    })),
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      description={t('lead')}
      initialFocus={act}
      width={520}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            ref={act}
            variant="primary"
            disabled={count === 0}
            focusableWhenDisabled
            onClick={() => preview && onFill(preview.plan)}
          >
            {t('act', { count })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="grid grid-cols-2 gap-3">
          <div className="flex min-w-0 flex-col gap-1">
            <span aria-hidden className="text-ink-2 text-xs">
              {t('scope')}
            </span>
            <Select choices={scopes} value={scope} onChange={setScope} label={t('scope')} />
          </div>
          <div className="flex min-w-0 flex-col gap-1">
            <span aria-hidden className="text-ink-2 text-xs">
              {t('preset')}
            </span>
            {hasNone ? (
              <span className="flex min-h-7.5 items-center gap-2">
                <span className="text-ink-2 text-xs">{t('noneYet')}</span>
                <Button size="small" onClick={onNewPreset}>
                  {t('newPreset')}
                </Button>
              </span>
            ) : (
              <Select choices={choices} value={chosen} onChange={setChosen} label={t('preset')} />
            )}
          </div>
        </div>
        {/* As high as what comes, so that nothing moves. */}
        <div className="h-56 overflow-y-auto rounded-md border border-line-soft" aria-live="polite">
          {preview && count > 0 ? (
            <FillColumns workbook={workbook} plan={preview.plan} nameOf={nameOf} />
          ) : (
            <p className="p-3 text-ink-2">{t(preview ? 'nothing' : 'looking')}</p>
          )}
        </div>
        {(isAway || preview?.isComplete === false) && <Notice tone="warn">{t('unreachable')}</Notice>}
      </div>
    </Dialog>
  )
}

interface ColumnsProps {
  workbook: Workbook
  plan: FillPlan
  nameOf: (column: string) => string
}

const kinds = ['product-master', 'recipient', 'postal-code', 'preset'] as const

/** Counts of filled cells by column, and their sources. */
function FillColumns({ workbook, plan, nameOf }: ColumnsProps) {
  const t = useTranslations('intake.fill')
  return (
    <table aria-label={t('columns')} className="w-full text-xs">
      <tbody>
        {workbook.sheet.columns.map(({ id }) => {
          const counts = plan.counts.get(id)
          if (!counts) return null
          const from = kinds.flatMap(kind =>
            counts[kind] === undefined ? [] : t(`from.${kind}`, { count: counts[kind] }),
          )
          return (
            <tr key={id} className="*:border-line-soft *:border-b *:px-3 *:py-1.5">
              <th scope="row" className="text-left font-medium">
                {nameOf(id)}
              </th>
              <td className="text-right text-ink-2">{from.join(' · ')}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
