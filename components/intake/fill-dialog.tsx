import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { filledCells } from '@/lib/intake/fill-blanks'
import type { LineId } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import { FillColumns } from './fill-columns'
import { type KeptPreset, readPresets } from './fill-lookups'
import { type AskedPlan, planFill } from './fill-plan'

interface Props {
  workbook: Workbook
  /** First lines of the orders in which something is selected. */
  selected: readonly LineId[]
  /** The name of a column. */
  nameOf: (column: string) => string
  onFill: (plan: AskedPlan['plan']) => void
  onClose: () => void
}

const NONE = ''

/** What is blank and can be filled, by column, before anything is. */
export function FillDialog({ workbook, selected, nameOf, onFill, onClose }: Props) {
  const t = useTranslations('intake.fill')
  const record = workbook.sheet.noun
  const all = workbook.leads()
  const [scope, setScope] = useState<'selected' | 'all'>(
    selected.length > 0 && selected.length < all.length ? 'selected' : 'all',
  )
  const [presets, setPresets] = useState<readonly KeptPreset[]>()
  const [chosen, setChosen] = useState(NONE)
  const [isAway, setAway] = useState(false)
  const [asked, setAsked] = useState<AskedPlan>()
  const act = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    readPresets(workbook.sheet.id)
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
    let isOff = false
    setAsked(undefined)
    const leads = scope === 'all' ? workbook.leads() : selected
    const preset = presets.find(({ name }) => name === chosen)
    planFill(workbook, leads, preset, () => isOff).then(found => {
      if (found) setAsked(found)
    })
    return () => {
      isOff = true
    }
  }, [workbook, selected, scope, presets, chosen])

  const count = asked ? filledCells(asked.plan) : 0
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
            onClick={() => asked && onFill(asked.plan)}
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
            <Select choices={choices} value={chosen} onChange={setChosen} label={t('preset')} />
          </div>
        </div>
        {/* As high as what comes, so that nothing moves. */}
        <div className="h-56 overflow-y-auto rounded-md border border-line-soft" aria-live="polite">
          {asked && count > 0 ? (
            <FillColumns workbook={workbook} plan={asked.plan} nameOf={nameOf} />
          ) : (
            <p className="p-3 text-ink-2">{t(asked ? 'nothing' : 'looking')}</p>
          )}
        </div>
        {(isAway || asked?.isWhole === false) && <Notice tone="warn">{t('unreachable')}</Notice>}
      </div>
    </Dialog>
  )
}
