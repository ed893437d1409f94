'use client'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useRuleText } from '@/components/import/rules/use-rule-text'
import { Button } from '@/components/ui/buttons/button'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { DataTable } from '@/components/ui/data/data-table'
import { Time } from '@/components/ui/text/time'
import type { RuleRow } from '@/lib/desk-api/master/import-rules'
import type { ImportRule } from '@/lib/import/rules/rule'

interface Props {
  rows: readonly RuleRow[]
  mayEdit: boolean
  isBusy: boolean
  /** `place`: the new place of the rule, from 1. */
  onMove: (rule: ImportRule, direction: 'up' | 'down', place: number) => void
  onEnable: (rule: ImportRule) => void
  onTest: (rule: ImportRule) => void
  onEdit: (rule: ImportRule) => void
  onDelete: (rule: ImportRule) => void
}

/** All rules in the order in which they are applied. */
export function RuleList({ rows, mayEdit, isBusy, onMove, onEnable, onTest, onEdit, onDelete }: Props) {
  const t = useTranslations('rules')
  const sheetNames = useTranslations('workbench.sheets')
  const { sentence } = useRuleText()
  if (rows.length === 0) return <p className="max-w-160 p-3.5 text-ink-2">{t('none')}</p>
  const placeOf = (row: RuleRow) => rows.indexOf(row) + 1
  return (
    <DataTable
      id="rules"
      label={t('title')}
      className="border-line-soft border-t"
      stacksBelow={800}
      rows={rows}
      rowKey={row => row.id}
      rowClassName={({ rule }) => !rule?.isEnabled && 'text-ink-3'}
      columns={[
        {
          id: 'place',
          heading: t('head.place'),
          width: 'w-24',
          className: 'whitespace-nowrap',
          cell: row => {
            const { rule } = row
            const place = placeOf(row)
            return (
              <span className="flex items-center">
                <span className="w-6 text-ink-3">{place}</span>
                {mayEdit && rule && (
                  <>
                    <IconButton
                      label={t('acts.upOf', { name: rule.name })}
                      disabled={place === 1 || isBusy}
                      focusableWhenDisabled
                      onClick={() => onMove(rule, 'up', place - 1)}
                    >
                      <ChevronUp aria-hidden />
                    </IconButton>
                    <IconButton
                      label={t('acts.downOf', { name: rule.name })}
                      disabled={place === rows.length || isBusy}
                      focusableWhenDisabled
                      onClick={() => onMove(rule, 'down', place + 1)}
                    >
                      <ChevronDown aria-hidden />
                    </IconButton>
                  </>
                )}
              </span>
            )
          },
        },
        {
          id: 'rule',
          heading: t('head.rule'),
          className: 'py-1.5',
          isRowHeader: true,
          cell: ({ rule }) => {
            if (!rule) return <span className="font-normal text-warn">{t('newer')}</span>
            const says = sentence(rule)
            return (
              <>
                <span className="line-clamp-2">{rule.name}</span>
                {says !== rule.name && (
                  <span className="line-clamp-2 font-normal text-ink-2 text-xs">{says}</span>
                )}
              </>
            )
          },
        },
        {
          id: 'scope',
          heading: t('head.scope'),
          width: 'w-36',
          className: 'truncate',
          cell: ({ rule }) =>
            rule && (
              <>
                {rule.shops.length === 0
                  ? t('scope.all')
                  : rule.shopName === ''
                    ? t('scope.unnamed')
                    : rule.shopName}
                <span className="block text-ink-3 text-xs">{sheetNames(rule.sheet)}</span>
              </>
            ),
        },
        {
          id: 'on',
          heading: t('head.on'),
          width: 'w-20',
          className: 'whitespace-nowrap',
          cell: ({ rule }) => rule && t(rule.isEnabled ? 'states.on' : 'states.off'),
        },
        {
          id: 'kept',
          heading: t('head.kept'),
          width: 'w-36',
          className: 'truncate',
          cell: row => (
            <>
              <Time at={row.updatedAt} kind="day" />
              <span className="block truncate text-ink-3 text-xs">{row.by}</span>
            </>
          ),
        },
        {
          id: 'acts',
          heading: '',
          width: mayEdit ? 'w-52 min-[1240px]:w-100' : 'w-24',
          className: 'text-right',
          cell: ({ rule }) =>
            rule && (
              <span className="inline-flex flex-wrap justify-end gap-1">
                {mayEdit && (
                  <>
                    <Act
                      label={t('acts.test')}
                      name={t('acts.testOf', { name: rule.name })}
                      onClick={() => onTest(rule)}
                    />
                    <Act
                      label={t('acts.edit')}
                      name={t('acts.editOf', { name: rule.name })}
                      onClick={() => onEdit(rule)}
                    />
                    <Act
                      label={t(rule.isEnabled ? 'acts.disable' : 'acts.enable')}
                      name={t(rule.isEnabled ? 'acts.disableOf' : 'acts.enableOf', { name: rule.name })}
                      isDisabled={isBusy}
                      onClick={() => onEnable(rule)}
                    />
                  </>
                )}
                <a
                  href={`/settings/rules/${rule.id}/file`}
                  download
                  aria-label={t('acts.exportOf', { name: rule.name })}
                  className={buttonClasses('quiet', 'small')}
                >
                  {t('acts.export')}
                </a>
                {mayEdit && (
                  <Act
                    label={t('acts.delete')}
                    name={t('acts.deleteOf', { name: rule.name })}
                    isDisabled={isBusy}
                    onClick={() => onDelete(rule)}
                  />
                )}
              </span>
            ),
        },
      ]}
    />
  )
}

interface ActProps {
  label: string
  /** The accessible name, with the name of the rule. */
  name: string
  isDisabled?: boolean
  onClick: () => void
}

const Act = ({ label, name, isDisabled = false, onClick }: ActProps) => (
  <Button
    variant="quiet"
    size="small"
    aria-label={name}
    disabled={isDisabled}
    focusableWhenDisabled
    onClick={onClick}
  >
    {label}
  </Button>
)
