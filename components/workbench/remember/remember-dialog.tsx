import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OpenFile } from '@/components/import/controller/files/open-file'
import { finishedRule, problemOf } from '@/components/import/rules/rule-draft'
import { RuleEditor } from '@/components/import/rules/rule-editor'
import { type RuleShop, ShopChoice } from '@/components/import/rules/shop-choice'
import { type ImportedFile, openForTests } from '@/components/import/rules/test-rules'
import { useRuleText } from '@/components/import/rules/use-rule-text'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useBusy } from '@/components/ui/use-busy'
import { fetchRules } from '@/lib/import/reader/lookups'
import { type NewRule, ruleTopic } from '@/lib/import/rules/rule'
import type { RuleSuggestion, SuggestedRule } from '@/lib/import/rules/suggest-rules'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'

interface Props {
  sheet: SheetId
  /** The file of the corrected lines. */
  file: ImportedFile
  /** Whether its original is still being sent to the server, from which it is read. */
  isUploading: boolean
  /** Never empty; the first one is proposed. */
  suggestions: readonly RuleSuggestion[]
  shop: RuleShop | undefined
  /** @returns why the rules were not saved; undefined: they were */
  onSave: (rules: readonly NewRule[]) => Promise<string | undefined>
  onClose: () => void
}

/** What rules would have done with the import; `failed`: it cannot be read now. */
type Counted = { readonly cells: number; readonly rows: number } | 'failed' | undefined

/** Edits are counted when no more follow for this long, in milliseconds. */
const COUNT_DELAY_MS = 250

const allShops: RuleShop = { shops: [], shopName: '' }

/** Shows what a correction would become, for whom, and how often it would have been made; one click saves it. */
export function RememberDialog({ sheet, file, isUploading, suggestions, shop, onSave, onClose }: Props) {
  const t = useTranslations('rules.remember')
  const tProblem = useTranslations('rules.problem')
  const text = useRuleText()
  const name = useId()
  const save = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useState(0)
  const [scope, setScope] = useState(shop ?? allShops)
  /** The conditions and actions that the operator edited, by suggestion. */
  const [edited, setEdited] = useState<ReadonlyMap<number, SuggestedRule>>(new Map())
  const [isEditing, setEditing] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isBusy, whileBusy] = useBusy()

  const partsOf = (at: number): readonly SuggestedRule[] => {
    const own = edited.get(at)
    return own ? [own] : (suggestions[at]?.rules ?? [])
  }
  const rules = partsOf(chosen).map((part): NewRule => {
    const rule = finishedRule({ ...part, ...scope, name: '', sheet, isEnabled: true })
    return { ...rule, name: text.derivedName(rule) }
  })
  const counted = useCount({ file, isUploading }, sheet, rules)
  const [only, ...others] = partsOf(chosen)
  const act = () => {
    const wrong = rules.map(problemOf).find(one => one !== undefined)
    if (wrong) return setProblem(tProblem(wrong))
    void whileBusy(async () => setProblem(await onSave(rules)))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      staysOpen
      width={600}
      title={t('title')}
      description={t('lead')}
      initialFocus={save}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button ref={save} variant="primary" disabled={isBusy} focusableWhenDisabled onClick={act}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <fieldset className="flex flex-col gap-1.5">
          <legend className="pb-1 font-medium text-ink-2 text-xs">{t('reach')}</legend>
          {[...suggestions.entries()].map(([at, { reach }]) => (
            <label key={at} className="flex items-start gap-2">
              <input
                type="radio"
                name={name}
                className="mt-0.75"
                checked={at === chosen}
                onChange={() => setChosen(at)}
              />
              <span className="min-w-0 flex-1">
                {t(`ways.${reach}`)}
                {[...partsOf(at).entries()].map(([part, rule]) => (
                  <span key={part} className="wrap-anywhere block text-ink-2 text-xs">
                    {text.sentence({ sheet, ...rule })}
                  </span>
                ))}
              </span>
            </label>
          ))}
        </fieldset>
        {only && others.length === 0 && (
          <div>
            <Button
              size="small"
              variant="quiet"
              aria-expanded={isEditing}
              onClick={() => setEditing(!isEditing)}
            >
              {t('edit')}
            </Button>
            {isEditing && (
              <div className="pt-2">
                <RuleEditor
                  rule={{ sheet, ...only }}
                  onChange={({ conditions, action }) =>
                    setEdited(new Map(edited).set(chosen, { conditions, action }))
                  }
                />
              </div>
            )}
          </div>
        )}
        <ShopChoice shops={shop ? [shop] : []} rule={scope} onChange={setScope} />
        <p role="status" className="min-h-4.25 text-ink-2 text-xs">
          {counted === undefined
            ? t('counting')
            : counted === 'failed'
              ? t('uncounted')
              : t('count', counted)}
        </p>
        {rules.some(isPersonal) && <p className="text-warn text-xs">{t('personal')}</p>}
        <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
      </div>
    </Dialog>
  )
}

/** Whether a rule contains texts that are personal data. */
function isPersonal({ sheet, conditions, action }: NewRule): boolean {
  const personal = new Set(sheets[sheet].columns.flatMap(({ id, personal }) => (personal ? id : [])))
  const texts = conditions.flatMap(condition => ('texts' in condition ? condition.column : []))
  const written = action.kind === 'set' && action.text !== '' ? [action.column] : []
  return [...texts, ...written].some(column => personal.has(column))
}

/** Counts what rules would have done with an import, behind those that are stored, once its file is on the server. */
function useCount(
  { file, isUploading }: Pick<Props, 'file' | 'isUploading'>,
  sheet: SheetId,
  rules: readonly NewRule[],
): Counted {
  const { draftId, sourceId } = file
  const [opened, setOpened] = useState<OpenFile | 'failed'>()
  const [counted, setCounted] = useState<{ readonly of: string; readonly count: Counted }>()
  useEffect(() => {
    if (isUploading) return
    let isOver = false
    let open: OpenFile | undefined
    void openForTests({ draftId, sourceId }, sheet).then(found => {
      open = found
      if (isOver) open?.close()
      else setOpened(found ?? 'failed')
    })
    return () => {
      isOver = true
      open?.close()
    }
  }, [draftId, sourceId, isUploading, sheet])
  const rulesKey = JSON.stringify(rules)
  useEffect(() => {
    if (!opened || opened === 'failed') return
    let isOver = false
    const timer = setTimeout(async () => {
      const count = await countWith(opened, sheet, JSON.parse(rulesKey))
      if (!isOver) setCounted({ of: rulesKey, count })
    }, COUNT_DELAY_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [opened, sheet, rulesKey])
  if (opened === 'failed') return 'failed'
  return counted?.of === rulesKey ? counted.count : undefined
}

async function countWith(open: OpenFile, sheet: SheetId, rules: readonly NewRule[]): Promise<Counted> {
  try {
    const stored = await fetchRules(sheet)
    const topics = new Set(rules.map(ruleTopic))
    const tested = rules.map((rule, at) => ({ ...rule, id: `new ${at}` }))
    const others = stored.filter(rule => !topics.has(ruleTopic(rule)))
    const counts = await open.testRules([...others, ...tested])
    const own = counts.filter(({ rule }) => tested.some(({ id }) => id === rule.id))
    return {
      cells: own.reduce((sum, { cells }) => sum + cells, 0),
      rows: own.reduce((sum, one) => sum + one.rows, 0),
    }
  } catch {
    return 'failed'
  }
}
